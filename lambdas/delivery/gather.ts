/** Gathers an alert beyond its address's daily share into the hour's digest: gathered, never dropped. */
import { closeUnsent } from '../table/claim.ts'
import type { Claim } from '../table/claim.ts'
import { digestIdOf, gatherAlert, gatheredIn } from '../table/deferred.ts'

const hourMs = 3_600_000

/**
 * Puts a claim into the digest of its address. The claim names its digest before the digest names the claim, so
 * that a retry in a later hour still finds the first one and no alert is in two.
 */
export async function gather(claim: Claim, addressHash: string, now: string): Promise<void> {
  const alert = { propertyId: claim.propertyId, openingId: claim.openingId, entryId: claim.entryId }
  const nextHour = Math.floor(Date.parse(now) / hourMs + 1) * hourMs
  const place = (at: number) => ({
    addressHash,
    channel: claim.channel,
    dueAt: new Date(at).toISOString(),
  })

  let at = claim.digestId === undefined ? nextHour : dueOf(claim.digestId)
  for (;;) {
    const digest = place(at)
    const digestId = digestIdOf(digest)
    await closeUnsent(claim, 'deferred', now, { digestId })
    if (await gatherAlert(digest, alert)) return
    const inside = await gatheredIn(digestId)
    if (inside.some((one) => one.openingId === alert.openingId && one.entryId === alert.entryId)) return
    // That digest is closed without it.
    at = Math.max(at, nextHour - hourMs) + hourMs
  }
}

function dueOf(digestId: string): number {
  return Number(digestId.slice(digestId.lastIndexOf('.') + 1))
}
