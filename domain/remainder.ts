/** What a later reading leaves of nights that an earlier one freed. */
import { blockedNights } from './calendar.ts'
import type { CalendarState, Candidate, Hold } from './calendar.ts'
import { isOverElsewhere, slidNights } from './edges.ts'
import { stillUnblocked } from './found.ts'
import { covers, later, subtract, unite } from './nights.ts'
import type { Night, NightRange } from './nights.ts'
import type { ReadingContext } from './reading.ts'
import { dateAt } from './stay.ts'

/**
 * The parts of candidates that are still free. A part that only a sliding edge explains becomes a quiet one: the
 * far block of a booking window may vanish by a fault and come back a day further on, or end a few days earlier.
 */
export function remainingCandidates(
  candidates: Candidate[],
  next: CalendarState,
  context: ReadingContext,
): Candidate[] {
  return candidates.flatMap((one) => {
    const { left, slid } = remainder([one], one.takenOn, next, context)
    const quiet = slid.map((range) => ({ ...one, ...range, quiet: true }))
    return [...left.map((range) => ({ ...one, ...range })), ...quiet]
  })
}

/** The holds with what is left of them, and quiet candidates for what slid; an empty feed's hold stays whole. */
export function remainingHolds(
  holds: Hold[],
  next: CalendarState,
  context: ReadingContext,
): { holds: Hold[]; slid: Candidate[] } {
  const slid: Candidate[] = []
  const remaining = holds.map((hold) => {
    if (hold.link) return hold
    const rest = remainder(hold.nights, hold.takenOn, next, context)
    slid.push(...rest.slid.map((range) => ({ ...range, since: context.now, quiet: true })))
    return { ...hold, nights: rest.left }
  })
  return { holds: remaining.filter((hold) => hold.link || hold.nights.length > 0), slid }
}

function remainder(
  nights: NightRange[],
  takenOn: Night | undefined,
  next: CalendarState,
  context: ReadingContext,
): { left: NightRange[]; slid: NightRange[] } {
  const today = dateAt(context.now, context.timezone)
  const after = blockedNights(next)
  const left: NightRange[] = []
  const slid: NightRange[] = []
  for (const range of unite(nights)) {
    const step = {
      // What was dropped stays a block of its own: it may have lain against a stay.
      before: [...subtract(after, [range]), range],
      after,
      beforeOn: takenOn ?? today,
      today,
      todayInUtc: dateAt(context.now, 'UTC'),
    }
    for (const piece of stillUnblocked([range], next, today)) {
      const cameBack = piece.to < range.to || piece.from > later(range.from, today)
      const isSlid = (cameBack && covers(unite(slidNights(step)), piece)) || isOverElsewhere(piece, step)
      ;(isSlid ? slid : left).push(piece)
    }
  }
  return { left, slid }
}
