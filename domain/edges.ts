/**
 * Edges that slide by a day each day (D2): they free nights without anybody having cancelled.
 *
 * A booking window blocks everything after a date that moves on daily. An advance-notice block, or a stay in
 * progress, begins "today" by the platform's clock, which may run ahead of the property's and drop tonight early.
 * An export limit far out wavers by a few days. Each is told from a cancellation by its place, its direction and
 * its speed.
 */
import { addMonths, addNights, nightsBetween, subtract, unite } from './nights.ts'
import type { Night, NightRange } from './nights.ts'

/** One link's nights before and after, with the dates on which each was read. */
export type Step = {
  before: NightRange[]
  after: NightRange[]
  /** Date of the reading before, in the property's timezone. */
  beforeOn: Night
  today: Night
  /** The date in UTC, by which platforms drop what is over. */
  todayInUtc: Night
}

/** A window that keeps its far end has at least this much behind its edge; a booking that shrank has not. */
const windowNights = 30

/** A far block shorter than that is what a window of a year leaves of the year; nearer, it is a stay that moved. */
const shortWindowMonths = 10

/** An export limit wavers by this much: Booking.com's last block was seen to end 546 to 549 days out. */
const exportLimitNights = 3

/** No platform exports less than a year, or a month short of it. */
const exportLimitMonths = 11

/** The platform's day and the property's may differ by one. */
const dayTolerance = 1

/** The freed nights that a sliding edge explains; the rest were cancelled. */
export function slidNights(step: Step): NightRange[] {
  const runsBefore = unite(step.before)
  const runsAfter = unite(step.after)
  const freed = subtract(runsBefore, runsAfter).filter((run) => run.to > step.today)
  return freed.filter(
    (run) =>
      isWindowEdge(run, runsBefore, runsAfter, step) ||
      isStartOfToday(run, step) ||
      isOverElsewhere(run, step) ||
      isExportLimit(run, runsBefore, runsAfter, step.today),
  )
}

function isWindowEdge(run: NightRange, before: NightRange[], after: NightRange[], step: Step): boolean {
  const last = before.at(-1)
  const lastNow = after.at(-1)
  if (!last || !lastNow || run.from < last.from || run.to !== lastNow.from) return false
  const moved = nightsBetween(run.from, run.to)
  const days = nightsBetween(step.beforeOn, step.today)
  const endMoved = nightsBetween(last.to, lastNow.to)
  if (Math.abs(moved - days) > dayTolerance || endMoved < -exportLimitNights) return false
  if (run.from > last.from && !leavesStay(run, step, endMoved === moved)) return false
  const isLong = nightsBetween(lastNow.from, lastNow.to) >= windowNights
  if (endMoved > 0) return isLong || run.from >= addMonths(step.today, shortWindowMonths)
  return isLong && (moved === 1 || endMoved < 0 || !begins(step.before, run.to))
}

/**
 * Whether the edge moves away from a stay that it lay against until now. Then the freed nights were the beginning
 * of a longer block. Where they were a block of their own, or the feed joins what touches, they may as well be a
 * cancelled stay's: only a far end that moved on just as far tells.
 */
function leavesStay(run: NightRange, step: Step, isInStep: boolean): boolean {
  return step.before.some((block) => {
    const isBeginning = block.from === run.from && block.to > run.to
    return isBeginning || (isInStep && block.from <= run.from && block.to >= run.to)
  })
}

function isStartOfToday(run: NightRange, step: Step): boolean {
  const tomorrow = addNights(step.today, 1)
  const isTonight = run.from <= step.today && run.to === tomorrow
  // A block of its own that began tomorrow already means that tonight's was another booking, and is gone.
  return isTonight && begins(step.after, tomorrow) && !begins(step.before, tomorrow)
}

/** Tonight, where the day is over by UTC already: a stay's last night is dropped then from the feed. */
export function isOverElsewhere(run: NightRange, step: Pick<Step, 'today' | 'todayInUtc'>): boolean {
  return run.from <= step.today && run.to === addNights(step.today, 1) && step.todayInUtc > step.today
}

function begins(blocks: NightRange[], night: Night): boolean {
  return blocks.some((block) => block.from === night)
}

function isExportLimit(run: NightRange, before: NightRange[], after: NightRange[], today: Night): boolean {
  return (
    run.to === before.at(-1)?.to &&
    run.from === after.at(-1)?.to &&
    run.from >= addMonths(today, exportLimitMonths) &&
    nightsBetween(run.from, run.to) <= exportLimitNights
  )
}
