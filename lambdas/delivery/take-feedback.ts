/** What SES tells of a mail: it ends what a crash left open, and stops mail to addresses that refuse it. */
import type { SesEvent } from '../../events/mail.ts'
import type { DeliveryIssue } from '../../domain/waitlist.ts'
import { log } from '../lib/log.ts'
import { count } from '../lib/metrics.ts'
import { resolveDelivery } from '../table/delivery.ts'
import { listEntriesOfAddress, setDeliveryIssue } from '../table/entry.ts'
import { addressHash, keyFromTag } from '../table/keys.ts'
import { suppress } from '../table/suppression.ts'

/** Takes one event. They come twice and in any order: each only ever moves an item forward. */
export async function takeFeedback(event: SesEvent, now: string): Promise<void> {
  const { messageId, tags } = event.mail
  const key = keyFromTag(tags?.['delivery']?.[0] ?? '')
  const resolve = async (state: Parameters<typeof resolveDelivery>[1]) => {
    if (key) await resolveDelivery(key, state, messageId, now)
  }
  switch (event.eventType) {
    case 'Send':
      return resolve('sent')
    case 'Delivery':
      return resolve('delivered')
    case 'Reject':
    case 'Rendering Failure':
      count('Failed')
      return resolve('refused')
    case 'Bounce':
      // A full mailbox or a busy server: SES has tried for hours, the next message may arrive.
      if (event.bounce?.bounceType !== 'Permanent') return log.info('A mail bounced for now', { messageId })
      count('Failed')
      await resolve('bounced')
      return stopMailTo(event.bounce.bouncedRecipients, 'bounced', now)
    case 'Complaint':
      await resolve('complained')
      return stopMailTo(event.complaint?.complainedRecipients ?? [], 'complained', now)
    case 'DeliveryDelay':
      return
  }
}

async function stopMailTo(
  recipients: readonly { emailAddress: string }[],
  issue: DeliveryIssue,
  now: string,
): Promise<void> {
  for (const { emailAddress } of recipients) {
    await suppress(emailAddress, issue, now)
    for (const entry of await listEntriesOfAddress(addressHash(emailAddress)))
      await setDeliveryIssue(entry.id, issue)
  }
}
