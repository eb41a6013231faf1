/** Who is being told already: by another announcement, whose message is on its way. */
import { eachOf } from '../lib/each-of.ts'
import { listClaimsOfEntry } from '../table/claim.ts'
import type { EntryRow } from '../table/entry.ts'

/** A message that is not sent after a day lies where nobody looks; it keeps nobody from the next one. */
const messageSeconds = 24 * 3600

const queriesAtATime = 25

/**
 * Leaves out who has a message of another announcement on its way, or has got one that the request does not know
 * of yet because its sender died: it would be told twice.
 */
export async function withoutMessage(
  entries: readonly EntryRow[],
  openingId: string,
  now: string,
): Promise<EntryRow[]> {
  const since = new Date(Date.parse(now) - messageSeconds * 1000).toISOString()
  const found: EntryRow[] = []
  await eachOf(entries, queriesAtATime, async (entry) => {
    const claims = (await listClaimsOfEntry(entry.id)).filter((claim) => claim.openingId !== openingId)
    const isOnItsWay = claims.some(
      ({ state, createdAt, at }) =>
        state !== 'gone' && state !== 'refused' && createdAt >= entry.waitingSince && at > since,
    )
    if (!isOnItsWay) found.push(entry)
  })
  return found
}

/**
 * Which of these requests an opening found at the same time tells first. The one whose claim is older goes first;
 * the index that is read may lag by a moment, which at the worst tells a guest of both.
 */
export async function toldByAnother(
  entryIds: readonly string[],
  openingId: string,
  now: string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const own = `${now} ${openingId}`
  await eachOf(entryIds, queriesAtATime, async (entryId) => {
    const isBehind = (await listClaimsOfEntry(entryId)).some(
      (claim) =>
        claim.openingId !== openingId &&
        (claim.state === 'waiting' || claim.state === 'sending') &&
        `${claim.createdAt} ${claim.openingId}` < own,
    )
    if (isBehind) found.add(entryId)
  })
  return found
}
