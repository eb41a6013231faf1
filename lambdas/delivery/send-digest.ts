/** Sends what was gathered for one address beyond its daily share. */
import { renderDigest, renderDigestSms } from '../../domain/message.ts'
import type { DigestItem } from '../../domain/message.ts'
import type { Channel } from '../../domain/waitlist.ts'
import type { DigestJob } from '../../events/mail.ts'
import { readEnv, SendMailEnv } from '../lib/env.ts'
import { sendMail } from '../lib/mail.ts'
import type { Answer } from '../lib/provider.ts'
import { sendSms } from '../lib/sms.ts'
import { addressOf, closeInDigest, closeUnsent, getClaim, isAccepted } from '../table/claim.ts'
import type { Claim } from '../table/claim.ts'
import type { Item } from '../table/client.ts'
import { channelOfDigest, gatheredOf } from '../table/deferred.ts'
import { deferredKey, keyToTag } from '../table/keys.ts'
import { suppressionOf } from '../table/suppression.ts'
import { alertOf, readAlertFacts } from './alert-facts.ts'
import type { AlertFacts } from './alert-facts.ts'
import { recordAccepted } from './record-accepted.ts'
import { sendOnce } from './send-once.ts'
import { stopTextsTo } from './stop-messages.ts'

type Part = { claim: Claim; facts: AlertFacts }

/**
 * Sends a digest once, with what of it is still true; its requests become Notified with it. What it holds is read
 * with the lease, after which nothing more is gathered into it.
 */
export async function sendDigest(job: DigestJob): Promise<void> {
  const channel = channelOfDigest(job.deferredId)
  const key = deferredKey(job.deferredId)
  const outcome = await sendOnce(key, job, async (item) => {
    const parts = await openParts(job.deferredId, channel, item)
    const address = parts[0] && addressOf(parts[0].facts.told[0]!.entry, channel)
    if (address === undefined || (await suppressionOf(address))) return { kind: 'moot' }
    const answer = await transmit(channel, address, parts, keyToTag(key))
    if (answer.kind === 'refused') await stopTextsTo(address, answer.code, parts[0]!.claim.entryId, instant())
    return answer
  })
  if (outcome.kind !== 'settled') return
  const providerId = String(outcome.item['providerId'] ?? '')
  for (const claim of await claimsIn(job.deferredId, channel, outcome.item)) {
    if (!isAccepted(outcome.state)) {
      await closeUnsent(claim, 'refused', instant())
      continue
    }
    if (claim.state === 'deferred') await closeInDigest(claim, providerId, instant())
    // What was gone by then was not told.
    if (claim.state === 'deferred' || isAccepted(claim.state)) await recordAccepted(claim)
  }
}

/** The claims that a digest's item names and that still name this digest. */
async function claimsIn(deferredId: string, channel: Channel, item: Item): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const { openingId, entryId } of gatheredOf(item)) {
    const claim = await getClaim(openingId, entryId, channel)
    if (claim?.digestId === deferredId) claims.push(claim)
  }
  return claims
}

/** Those of its claims that are still to be told; the others end here. */
async function openParts(deferredId: string, channel: Channel, item: Item): Promise<Part[]> {
  const parts: Part[] = []
  for (const claim of await claimsIn(deferredId, channel, item)) {
    if (claim.state !== 'deferred') continue
    const facts = await readAlertFacts(claim, instant())
    if (facts && facts.told.length > 0) parts.push({ claim, facts })
    else await closeUnsent(claim, 'gone', instant())
  }
  return parts
}

function transmit(channel: Channel, address: string, parts: readonly Part[], tag: string): Promise<Answer> {
  const items = parts.map(({ facts }) => itemOf(facts))
  if (channel === 'sms') return sendSms(address, renderDigestSms(items))
  const { APP_URL } = readEnv(SendMailEnv)
  return sendMail({
    ...renderDigest(items),
    to: address,
    unsubscribeUrl: `${APP_URL}/api/entries/${parts[0]!.facts.told[0]!.entry.id}/unsubscribe`,
    tag,
  })
}

function instant(): string {
  return new Date().toISOString()
}

function itemOf(facts: AlertFacts): DigestItem {
  const { propertyName, bookingUrl, ranges, today, links } = alertOf(facts)
  return { propertyName, bookingUrl, ranges, today, links }
}
