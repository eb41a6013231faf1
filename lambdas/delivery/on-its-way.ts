/** Keeps stays that are merely free from being told to who is being told of them already. */
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
