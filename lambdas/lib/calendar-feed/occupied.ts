/** From single occupations to the blocked nights of a feed. */
import { addNights, compare, earlier, lastNight, later } from '../../../domain/nights.ts'
import type { Night, NightRange } from '../../../domain/nights.ts'

/** What one event, or one instance of a repeating one, takes: the nights between its two local dates. */
export type Occupation = {
  /** Local date of the begin. */
  from: Night
  /** Local date of the end; the same as `from` for an event within one day. */
  to: Night
  /** Within one day or of one day, and labelled or timed like a check-in or check-out marker. */
  mayBeMarker?: boolean
}

/** The nights to be read: `[from, to)`. */
export type Window = { from: Night; to: Night }

export type CalendarContent = {
  /** Blocked nights in the window: sorted, disjoint, back-to-back stays apart. */
  blocked: NightRange[]
  /** The furthest end of any event, cut to the window; null when there are no events. */
  furthest: Night | null
  /** The window's end when something reaches beyond it, else the last date there is. */
  readUpTo: Night
}

/**
 * Joins occupations into blocked nights.
 *
 * An event within one day takes that day's night, which is the careful reading of a lone one. But a marker on the
 * day on which a stay of the feed ends says "the guest leaves here" (Smoobu), and takes none.
 */
export function joinOccupations(occupations: Occupation[], window: Window): CalendarContent {
  const departures = new Set(
    occupations.flatMap((one) => (one.mayBeMarker || one.to <= one.from ? [] : [one.to])),
  )
  const nights: NightRange[] = []
  let furthest: Night | null = null
  let isCut = false
  for (const one of occupations) {
    if (one.mayBeMarker && departures.has(one.from)) continue
    const to = one.to > one.from ? one.to : addNights(one.from, 1)
    furthest = furthest === null ? to : later(furthest, to)
    if (to > window.to) isCut = true
    const clipped = { from: later(one.from, window.from), to: earlier(to, window.to) }
    if (clipped.from < clipped.to) nights.push(clipped)
  }
  return {
    blocked: disjoint(nights),
    furthest: furthest === null ? null : earlier(furthest, window.to),
    readUpTo: isCut ? window.to : lastNight,
  }
}

/** Sorts and joins ranges that overlap; those that only touch are different stays and stay apart. */
function disjoint(ranges: NightRange[]): NightRange[] {
  ranges.sort((a, b) => compare(a.from, b.from) || compare(b.to, a.to))
  const joined: NightRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (!last || range.from >= last.to) joined.push({ ...range })
    else if (range.to > last.to) last.to = range.to
  }
  return joined
}
