/** What follows from an accepted alert: its requests are Notified, the counts know of it. */
import { channelsOf } from '../../domain/waitlist.ts'
import { inTurn } from '../lib/in-turn.ts'
import { enqueueAlerts } from '../lib/mail-queue.ts'
import { claimAlert, isCounted, recordCounted } from '../table/claim.ts'
import type { Claim } from '../table/claim.ts'
import { getEntries, markNotified } from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { isManual, readAlertFacts } from './alert-facts.ts'
import type { AlertFacts, Told } from './alert-facts.ts'

/**
 * Makes every request that the message answers Notified. Safe to repeat, and repeated by the job's next
 * delivery when it is cut off: the claim says how far it came.
 *
 * @param sent what was read for the message; read again where that is not at hand
 */
export async function recordAccepted(claim: Claim, sent?: AlertFacts): Promise<void> {
  if (isCounted(claim)) return
  const now = new Date().toISOString()
  const isComplete = sent !== undefined && claim.alsoFor.size + 1 === sent.told.length
  const facts = isComplete ? sent : await readAlertFacts(claim, now)
  const all = await withOwn(claim, facts?.told ?? [])
  // Every one of these transactions changes the property's counters.
  await inTurn(claim.propertyId, async () => {
    for (const { entry, range } of all) {
      await queueOtherChannels(claim, entry, now)
      const told = { openingId: claim.openingId, from: range?.from ?? null, to: range?.to ?? null }
      await markNotified(entry.id, told, now)
    }
    await recordCounted(claim, !isManual(claim.openingId))
  })
}

/**
 * Sees to a request's other channel before it is Notified: from then on no page of waiting guests lists it, and
 * whoever was to claim that channel may have died. A message too many on the queue finds its claim settled.
 */
async function queueOtherChannels(claim: Claim, entry: EntryRow, now: string): Promise<void> {
  const { propertyId, openingId } = claim
  for (const channel of channelsOf(entry).filter((one) => one !== claim.channel)) {
    const entryId = await claimAlert(openingId, entry, channel, now)
    if (entryId !== undefined) await enqueueAlerts([{ propertyId, openingId, entryId, channels: [channel] }])
  }
}

/** The claim's own request got its message even if its dates have been taken since. */
async function withOwn(claim: Claim, told: readonly Told[]): Promise<readonly Told[]> {
  if (told.some(({ entry }) => entry.id === claim.entryId) || claim.alsoFor.size > 0) return told
  const entry = (await getEntries([claim.entryId])).get(claim.entryId)
  if (!entry || entry.isNotified) return told
  const { checkInDate: from, checkOutDate: to } = entry
  return [{ entry, range: from && to ? { from, to } : null }, ...told]
}
