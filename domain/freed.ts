/** The nights that a complete reading frees for the first time, and what is to be made of them. */
import { blockedNights, horizon } from './calendar.ts'
import type { CalendarState, Candidate, Hold, LinkState } from './calendar.ts'
import { slidNights } from './edges.ts'
import { clipPast, holdOf } from './found.ts'
import { addMonths, intersect, later, subtract, unite } from './nights.ts'
import type { Night } from './nights.ts'
import type { ReadingContext } from './reading.ts'
import { dateAt } from './stay.ts'
import { suspicionOf } from './suspicion.ts'

/**
 * Sorts the freshly freed nights into candidates and holds.
 *
 * @param state the calendar before the reading, `next` with the reading's links taken in
 * @param before the links before the reading, in `next`'s order
 */
export function freshlyFreed(
  state: CalendarState,
  next: CalendarState,
  before: LinkState[],
  context: ReadingContext,
  today: Night,
): { candidates: Candidate[]; holds: Hold[] } {
  const since = context.now
  const pending = unite(state.candidates, ...state.holds.map((hold) => hold.nights), state.dismissed)
  const after = blockedNights(next)
  const isSetAnew = before.length !== state.links.length || before.some((link) => link.acceptedAt === null)
  if (isSetAnew) {
    // Other links are another truth: every free night must be seen twice again, and none was cancelled.
    const everything = [{ from: today, to: addMonths(today, 36) }]
    const free = subtract(subtract(everything, after), pending)
    return { candidates: free.map((range) => ({ ...range, since, quiet: true })), holds: [] }
  }

  const known = [{ from: today, to: horizon(next, today) ?? today }]
  const freed = intersect(subtract(subtract(blockedNights(state), after), pending), known)
  if (freed.length === 0) return { candidates: [], holds: [] }
  const steps = before.map((link, i) => {
    const step = {
      before: clipPast(link.blocked, today),
      after: clipPast(next.links[i]!.blocked, today),
      beforeOn: dateAt(link.acceptedAt!, context.timezone),
      today,
      todayInUtc: dateAt(context.now, 'UTC'),
    }
    const slid = slidNights({ ...step, before: link.blocked, after: next.links[i]!.blocked })
    const cancelled = subtract(subtract(step.before, unite(step.after)), slid)
    return { slid, cancelled, suspicion: suspicionOf(cancelled, step.before) }
  })
  const takenOn = before.map((link) => dateAt(link.acceptedAt!, context.timezone)).reduce(later)
  const cancelled = intersect(freed, unite(...steps.map((step) => step.cancelled)))
  const slid = subtract(freed, cancelled)
  const drops = steps.filter((step) => step.suspicion)
  const wholeSuspicion = suspicionOf(cancelled, clipPast(blockedNights(state), today))
  const held = wholeSuspicion
    ? cancelled
    : intersect(cancelled, unite(...drops.map((drop) => drop.cancelled)))
  const reason = wholeSuspicion ?? drops[0]?.suspicion
  return {
    candidates: [
      ...subtract(cancelled, held).map((range) => ({ ...range, since, takenOn })),
      ...slid.map((range) => ({ ...range, since, takenOn, quiet: true })),
    ],
    holds: reason && held.length > 0 ? [{ ...holdOf(reason, held, state.propertyId, since), takenOn }] : [],
  }
}
