/** Ends further messages to an address or number that refuses them, and lets the manager see why. */
import type { DeliveryIssue } from '../../domain/waitlist.ts'
import { phoneInvalid, phoneOptedOut } from '../lib/sms.ts'
import { listEntriesOfAddress, setDeliveryIssue } from '../table/entry.ts'
import { addressHash } from '../table/keys.ts'
import { suppress } from '../table/suppression.ts'

/** Stops mail to these addresses; every request of theirs says why. */
export async function stopMailTo(
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

/** Stops texts to a number when `code` says that the number itself is the reason; its request says why. */
export async function stopTextsTo(
  phone: string,
  code: string | undefined,
  entryId: string,
  now: string,
): Promise<void> {
  if (code !== phoneInvalid && code !== phoneOptedOut) return
  await suppress(phone, code, now)
  await setDeliveryIssue(entryId, code)
}
