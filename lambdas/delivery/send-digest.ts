/** Sends what was gathered for one address beyond its daily share. */
import { renderDigest, renderDigestSms } from '../../domain/message.ts'
import type { DigestItem } from '../../domain/message.ts'
import type { DigestJob } from '../../events/mail.ts'
import { readEnv, SendMailEnv } from '../lib/env.ts'
import { sendMail } from '../lib/mail.ts'
import { sendSms } from '../lib/sms.ts'
import { addressOf, closeInDigest, closeUnsent, getClaim, isAccepted } from '../table/claim.ts'
import type { Claim } from '../table/claim.ts'
import { channelOfDigest, gatheredIn } from '../table/deferred.ts'
import { deferredKey, keyToTag } from '../table/keys.ts'
import { suppressionOf } from '../table/suppression.ts'
import { alertOf, readAlertFacts } from './alert-facts.ts'
import type { AlertFacts } from './alert-facts.ts'
import { recordAccepted } from './record-accepted.ts'
import { sendOnce } from './send-once.ts'
import { stopTextsTo } from './stop-messages.ts'

type Part = { claim: Claim; facts: AlertFacts }

/** Sends a digest once, with what of it is still true; its requests become Notified with it. */
export async function sendDigest(job: DigestJob): Promise<void> {
  const now = new Date().toISOString()
  const channel = channelOfDigest(job.deferredId)
  const claims: Claim[] = []
  for (const { openingId, entryId } of await gatheredIn(job.deferredId)) {
    const claim = await getClaim(openingId, entryId, channel)
    if (claim?.digestId === job.deferredId) claims.push(claim)
  }
  // Sent by an earlier try that was cut off before it told its requests.
  for (const claim of claims) if (isAccepted(claim.state)) await recordAccepted(claim)

  const open = claims.filter((claim) => claim.state === 'deferred')
  const parts: Part[] = []
  for (const claim of open) {
    const facts = await readAlertFacts(claim, now)
    if (facts && facts.told.length > 0) parts.push({ claim, facts })
    else await closeUnsent(claim, 'gone', now)
  }
  const first = parts[0]
  if (!first) return
  const { entry } = first.facts.told[0]!
  const address = addressOf(entry, channel)
  if (await suppressionOf(address)) {
    for (const { claim } of parts) await closeUnsent(claim, 'refused', now)
    return
  }

  const key = deferredKey(job.deferredId)
  const outcome = await sendOnce(key, job, () => {
    const items = parts.map(({ facts }) => itemOf(facts))
    if (channel === 'sms') return sendSms(address, renderDigestSms(items))
    const { APP_URL } = readEnv(SendMailEnv)
    return sendMail({
      ...renderDigest(items),
      to: address,
      unsubscribeUrl: `${APP_URL}/api/entries/${entry.id}/unsubscribe`,
      tag: keyToTag(key),
    })
  })
  if (outcome.kind !== 'settled') return
  await stopTextsTo(address, outcome.code, entry.id, now)
  for (const { claim, facts } of parts) {
    if (!isAccepted(outcome.state)) {
      await closeUnsent(claim, 'refused', now)
      continue
    }
    await closeInDigest(claim, String(outcome.item['providerId'] ?? ''), now)
    await recordAccepted(claim, facts)
  }
}

function itemOf(facts: AlertFacts): DigestItem {
  const { propertyName, bookingUrl, ranges, today, links } = alertOf(facts)
  return { propertyName, bookingUrl, ranges, today, links }
}
