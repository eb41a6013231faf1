/** Who is told of an opening, as decision D4 rules. Pure: the calendar's answers are passed in. */
import { compare, nightsBetween, touches, unite } from './nights.ts'
import type { Night, NightRange } from './nights.ts'
import type { Entry } from './waitlist.ts'

/**
 * What is announced: nights that were taken and are free (`opening`, or `season` from 30 nights on), or stays
 * that are free without anything having opened just then (`free`), such as dates free from the start.
 */
export type OpeningKind = 'opening' | 'season' | 'free'

/** The parts of a request that decide whether it is told. */
export type WaitingWish = Pick<Entry, 'anyDates' | 'checkInDate' | 'checkOutDate'> & {
  /** Since when it waits: its creation, or the last return to the list. */
  waitingSince: string
}

export type OpeningToMatch = {
  kind: OpeningKind
  from: Night
  to: Night
  /** Instant of the reading in which the nights were first seen free. */
  seenAt: string
}

/** What the latest accepted reading says at the moment of matching. */
export type FreeNow = {
  /** Every night of the property that two readings have shown free. */
  free: readonly NightRange[]
  today: Night
  /** Shortest stay that the manager rents out. */
  minNights: number
}

/**
 * Makes the test that a waiting request passes when this opening is to be told to it.
 *
 * A dated request passes when its whole stay is free and its arrival is not past; a flexible one when the
 * opening began after it was made and a run of at least the minimum nights is left of it. Prepared once per
 * opening, so that 100,000 requests cost milliseconds.
 */
export function matchesOpening(opening: OpeningToMatch, now: FreeNow): (wish: WaitingWish) => boolean {
  const runs = unite(now.free)
  const suitsFlexible = opening.kind !== 'free' && openRuns(opening, now).length > 0

  return (wish) => {
    if (wish.anyDates) return suitsFlexible && wish.waitingSince <= opening.seenAt
    const { checkInDate: from, checkOutDate: to } = wish
    if (from === null || to === null || from < now.today) return false
    if (opening.kind !== 'free' && !(from < opening.to && opening.from < to)) return false
    return isWithinOneRun(runs, from, to)
  }
}

/** The runs of an opening that are still free and long enough to be rented, longest first. */
export function openRuns(opening: NightRange, now: FreeNow): NightRange[] {
  return unite(now.free)
    .map((run) => ({
      from: [run.from, opening.from, now.today].reduce((a, b) => (a > b ? a : b)),
      to: run.to < opening.to ? run.to : opening.to,
    }))
    .filter((run) => run.from < run.to && nightsBetween(run.from, run.to) >= now.minNights)
    .sort((a, b) => nightsBetween(b.from, b.to) - nightsBetween(a.from, a.to) || compare(a.from, b.from))
}

/** Whether a recent opening, being told already, reaches this dated request: nothing else need be announced. */
export function isToldByOpening(
  wish: WaitingWish,
  recent: readonly { from: Night; to: Night; at: string }[],
): boolean {
  const { checkInDate: from, checkOutDate: to } = wish
  if (from === null || to === null) return false
  return recent.some((opening) => wish.waitingSince <= opening.at && touches([opening], { from, to }))
}

/** Whether `[from, to)` lies in one of the sorted, disjoint runs: a binary search over plain dates. */
function isWithinOneRun(runs: readonly NightRange[], from: Night, to: Night): boolean {
  let low = 0
  let high = runs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (run.to <= from) low = middle + 1
    else if (run.from > from) high = middle - 1
    else return to <= run.to
  }
  return false
}
