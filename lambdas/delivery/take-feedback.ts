/** What SES tells of a mail: it ends what a crash left open, and stops mail to addresses that refuse it. */
import type { SesEvent } from '../../events/mail.ts'
import { log } from '../lib/log.ts'
import { count } from '../lib/metrics.ts'
import { resolveDelivery } from '../table/delivery.ts'
import { keyFromTag } from '../table/keys.ts'
import { stopMailTo } from './stop-messages.ts'

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
