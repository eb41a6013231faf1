import { addNights, dayNumber } from '../../domain/nights.ts'

/** What a calendar says of a night. */
export type NightState = 'free' | 'taken' | 'unknown'

/** How a night is drawn: its state and whether it belongs to the chosen stay. */
export interface NightLook {
  state: NightState | undefined
  chosen: boolean
}

/** Consecutive nights that look alike, as one bar within a week's row of fourteen half days. */
export interface Run {
  look: NightLook
  /** Half days from the row's left edge. A night covers the evening half of its day and the morning half of the next. */
  from: number
  to: number
  /** False where the bar comes from the row above or goes on in the row below. */
  begins: boolean
  ends: boolean
}

/** A week's row: its seven days, those outside the month left out. */
export type Week = (string | undefined)[]

/** The weeks of a month (`YYYY-MM`), Monday first. */
export function weeksOf(month: string): Week[] {
  const first = `${month}-01`
  // 1970-01-01 was a Thursday, three days after a Monday.
  const lead = (dayNumber(first) + 3) % 7
  const days: Week = Array.from({ length: lead })
  for (let day = first; day.startsWith(month); day = addNights(day, 1)) days.push(day)
  while (days.length % 7 > 0) days.push(undefined)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The bars of one week: from evening to morning, so that one stay may end on the day another begins. */
export function runsOf(week: Week, lookOf: (night: string) => NightLook): Run[] {
  const firstColumn = week.findIndex(Boolean)
  const lastColumn = week.findLastIndex(Boolean)
  const leftEdge = firstColumn * 2
  const rightEdge = (lastColumn + 1) * 2
  const firstDay = week[firstColumn]
  if (!firstDay) return []

  const runs: Run[] = []
  for (let column = firstColumn - 1; column <= lastColumn; column++) {
    const night = addNights(firstDay, column - firstColumn)
    const look = lookOf(night)
    const from = Math.max(column * 2 + 1, leftEdge)
    const to = Math.min(column * 2 + 3, rightEdge)
    const before = runs.at(-1)
    if (before && looksLike(before.look, look)) before.to = to
    else {
      if (before) before.ends = !isOneBar(before.look, look)
      runs.push({ look, from, to, begins: before !== undefined && before.ends, ends: true })
    }
  }
  const head = runs[0]
  const tail = runs.at(-1)
  if (head) head.begins = !isOneBar(lookOf(addNights(firstDay, -2)), head.look)
  if (tail) tail.ends = !isOneBar(lookOf(addNights(firstDay, lastColumn - firstColumn + 1)), tail.look)
  return runs.filter((run) => run.look.state !== undefined || run.look.chosen)
}

function looksLike(a: NightLook, b: NightLook): boolean {
  return a.state === b.state && a.chosen === b.chosen
}

/** A chosen stay is one bar, though some of its nights are taken and drawn so. */
function isOneBar(a: NightLook, b: NightLook): boolean {
  return looksLike(a, b) || (a.chosen && b.chosen)
}
