import { sameDates } from '../../domain/waitlist.ts'
import type { DeliveryIssue, Wish } from '../../domain/waitlist.ts'
import { changing, transact } from './client.ts'
import type { Write } from './client.ts'
import { momentAfter, unchanged, waitingIndex } from './entry.ts'
import type { EntryRow } from './entry.ts'
import { addressHash, addressListing, entryKey } from './keys.ts'
import { countingWaiting, settingPending } from './property.ts'
import type { PropertyRow } from './property.ts'
import { claimingWish, releasingWish } from './wish-guard.ts'

export type Changed =
  | { kind: 'changed'; row: EntryRow }
  /** Somebody else changed it since it was read: read again. */
  | { kind: 'changed_meanwhile' }
  | { kind: 'already_waiting' }

/**
 * Changes what a guest asks for; a waiting request's guard moves along.
 *
 * @param deliveryIssue what is known against the new address: null for one that was corrected
 * @param look the property, where the new dates are free already and the next check must tell
 */
export async function changeWish(
  row: EntryRow,
  wish: Wish,
  change: { now: string; deliveryIssue: DeliveryIssue | null; look?: PropertyRow | undefined },
): Promise<Changed> {
  const changed: EntryRow = {
    ...row,
    ...wish,
    deliveryIssue: change.deliveryIssue,
    updatedAt: momentAfter(row, change.now),
  }
  const { deliveryIssue, updatedAt } = changed
  const listing = addressListing(wish.guestEmail, row.createdAt, row.id)
  const writes: Write[] = [
    {
      Update: changing(entryKey(row.id), {
        set: { ...wish, deliveryIssue, updatedAt, ...listing },
        ...unchanged(row),
      }),
    },
  ]
  const movesGuard =
    !row.isNotified && (!sameDates(row, wish) || addressHash(row.guestEmail) !== addressHash(wish.guestEmail))
  if (movesGuard) writes.push(claimingWish(changed), releasingWish(row))
  if (change.look) writes.push(settingPending(change.look, true))
  return outcome(await transact(writes), changed, movesGuard ? 1 : -1)
}

/** Reads what a transaction refused: its first step guards the row, the step at `guardStep` the wish. */
function outcome(refused: number[], row: EntryRow, guardStep: number): Changed {
  if (refused.length === 0) return { kind: 'changed', row }
  return { kind: refused[0] !== 0 && refused.includes(guardStep) ? 'already_waiting' : 'changed_meanwhile' }
}

/** Back from notified to waiting. Openings from before this moment are no news to it any more. */
export async function returnToWaiting(row: EntryRow, property: PropertyRow, now: string): Promise<Changed> {
  if (!row.isNotified) return { kind: 'changed', row }
  const fields = {
    isNotified: false,
    notifiedAt: null,
    told: null,
    waitingSince: now,
    updatedAt: momentAfter(row, now),
  }
  const refused = await transact([
    {
      Update: changing(entryKey(row.id), { set: { ...fields, ...waitingIndex(row) }, ...unchanged(row) }),
    },
    claimingWish(row),
    countingWaiting(property, { isNew: false, look: false }),
  ])
  return outcome(refused, { ...row, ...fields }, 1)
}
