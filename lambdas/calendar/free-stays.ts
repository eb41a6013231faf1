/**
 * Dated requests whose stay is free although nothing opened just then: dates free from the start, a booking
 * window that slid over them, a horizon that moved (decision D4). They are announced under an opening of kind
 * `free`, so that claims, delays and the re-check work as for any other.
 */
import { createHash } from 'node:crypto'
import { confirmedFree, freeNights } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import { isToldByOpening, matchesOpening } from '../../domain/matching.ts'
import { addNights, lastNight } from '../../domain/nights.ts'
import { dateAt } from '../../domain/stay.ts'
import { withoutMessage } from '../delivery/on-its-way.ts'
import { listWaiting } from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { listOpenings, putFreeStays } from '../table/opening.ts'
import type { PropertyRow } from '../table/property.ts'
import { startAnnouncement } from './announce.ts'

/** An announcement has told everybody after the longest delay, an hour, and a quarter of one for its pages. */
const announcementSeconds = 75 * 60

const pageSize = 500

export type FreeStays = {
  /** The announcement that was started; absent when no stay is free. */
  openingId?: string
  /** True while a free stay is not yet told, nor certain: the next check has to look again. */
  isUndecided: boolean
}

/**
 * Finds the waiting dated requests that are free and starts their announcement.
 *
 * @param roundAt the round that asked for it: its retry makes the same announcement
 */
export async function announceFreeStays(
  property: PropertyRow,
  state: CalendarState,
  { now, roundAt, machineArn }: { now: string; roundAt: string; machineArn: string },
): Promise<FreeStays> {
  const today = dateAt(now, property.timezone)
  const everything = { kind: 'free', from: today, to: lastNight, seenAt: now } as const
  const minNights = property.minNights
  const isConfirmed = matchesOpening(everything, { free: confirmedFree(state, today), today, minNights })
  const isFree = matchesOpening(everything, { free: freeNights(state, today), today, minNights })
  const id = `free_${digest(`${property.id} ${roundAt}`)}`
  const beingTold = await announcedLately(property.id, state, now, id)

  let isUndecided = false
  const free: EntryRow[] = []
  let cursor: string | undefined
  do {
    const page = await listWaiting(property.id, { limit: pageSize, cursor })
    for (const entry of page.rows) {
      if (isConfirmed(entry) && !isToldByOpening(entry, beingTold)) free.push(entry)
      // Free in one reading only, or left to an announcement that may miss it: a property that was switched off
      // for its turn, a request changed after it.
      else if (isFree(entry)) isUndecided = true
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor)

  const found = await withoutMessage(free, id, now)
  if (found.length > 0) {
    const arrivals = found.map((entry) => entry.checkInDate ?? today).sort()
    const departures = found.map((entry) => entry.checkOutDate ?? addNights(today, 1)).sort()
    await putFreeStays({
      id,
      propertyId: property.id,
      from: arrivals[0]!,
      to: departures.at(-1)!,
      seenAt: now,
      confirmedAt: now,
    })
    await startAnnouncement(property.id, id, machineArn)
  }
  return { isUndecided, ...(found.length > 0 && { openingId: id }) }
}

/** Announcements that are still under way, but for this round's own: whoever they reach needs no other. */
async function announcedLately(propertyId: string, state: CalendarState, now: string, ownId: string) {
  const since = new Date(Date.parse(now) - announcementSeconds * 1000).toISOString()
  const openings = state.recent.filter((opening) => opening.at > since)
  const free = (await listOpenings(propertyId))
    .filter((opening) => opening.kind === 'free' && opening.id !== ownId && opening.confirmedAt > since)
    .map(({ from, to, confirmedAt }) => ({ from, to, at: confirmedAt }))
  return [...openings, ...free]
}

/** 130 bits of a hash, in letters that an execution's name may hold. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
