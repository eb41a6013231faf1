/**
 * Nights as plain dates, and exact set algebra on them.
 *
 * A night is named by the date on which it begins. Sets of nights are kept as sorted, disjoint, half-open
 * ranges, which is the one compact form that calendars, requests and openings all share. ISO dates of four-digit
 * years sort as text, so the algebra compares strings and no `Date` ever carries a night.
 */
import type { Night, NightRange } from './night.ts'

// The schemas stand in a file of their own, so that a page which only counts nights loads no schema library.
export { Night, NightRange } from './night.ts'

/** The first and last night that a four-digit ISO date can name; ranges are cut to these. */
export const firstNight: Night = '0001-01-01'
export const lastNight: Night = '9999-12-31'

/**
 * Days since 1970-01-01 of a plain date, in the proleptic Gregorian calendar.
 *
 * Counts from 1 March of year 0, so that the leap day is the last of its year and needs no special case.
 */
export function dayNumber(night: Night): number {
  const year = Number(night.slice(0, 4))
  const month = Number(night.slice(5, 7))
  const day = Number(night.slice(8, 10))
  const marchYear = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return (
    marchYear * 365 +
    Math.floor(marchYear / 4) -
    Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400) +
    dayOfYear -
    719_468 // the days from 0000-03-01 to 1970-01-01
  )
}

/** The plain date that is `day` days after 1970-01-01, cut to the years 1 to 9999. */
export function nightOfDay(day: number): Night {
  const days = Math.min(Math.max(day, -719_162), 2_932_896) + 719_468
  const era = Math.floor(days / 146_097) // 400 Gregorian years have 146,097 days
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`
}

/** The night `count` nights later (earlier when negative). */
export function addNights(night: Night, count: number): Night {
  return nightOfDay(dayNumber(night) + count)
}

/** The same day of the month `months` later, or that month's last day where it is shorter. */
export function addMonths(night: Night, months: number): Night {
  const monthIndex = Number(night.slice(0, 4)) * 12 + Number(night.slice(5, 7)) - 1 + months
  const year = Math.floor(monthIndex / 12)
  const month = (monthIndex % 12) + 1
  const firstOfMonth: Night = `${pad(year, 4)}-${pad(month, 2)}-01`
  const firstOfNext: Night =
    month === 12 ? `${pad(year + 1, 4)}-01-01` : `${pad(year, 4)}-${pad(month + 1, 2)}-01`
  const length = nightsBetween(firstOfMonth, firstOfNext)
  return `${firstOfMonth.slice(0, 8)}${pad(Math.min(Number(night.slice(8, 10)), length), 2)}`
}

/** How many nights lie in `[from, to)`; negative when `to` comes first. */
export function nightsBetween(from: Night, to: Night): number {
  return dayNumber(to) - dayNumber(from)
}

/** Sorts and joins any ranges, overlapping or touching ones included; empty and reversed ones vanish. */
export function unite(...sets: readonly (readonly NightRange[])[]): NightRange[] {
  const sorted = sets
    .flat()
    .filter((range) => range.from < range.to)
    .sort((a, b) => compare(a.from, b.from))
  const united: NightRange[] = []
  for (const range of sorted) {
    const last = united.at(-1)
    if (last && range.from <= last.to) last.to = later(last.to, range.to)
    else united.push({ from: range.from, to: range.to })
  }
  return united
}

/** The nights of `a` that are not in `b`. Both sorted and disjoint, as is the result. */
export function subtract(a: readonly NightRange[], b: readonly NightRange[]): NightRange[] {
  const left: NightRange[] = []
  let next = 0
  for (const range of a) {
    let from = range.from
    while (next < b.length && b[next]!.to <= from) next++
    for (let i = next; i < b.length && b[i]!.from < range.to; i++) {
      if (from < b[i]!.from) left.push({ from, to: b[i]!.from })
      from = later(from, b[i]!.to)
    }
    if (from < range.to) left.push({ from, to: range.to })
  }
  return left
}

/** The nights in both sets. Both sorted and disjoint, as is the result. */
export function intersect(a: readonly NightRange[], b: readonly NightRange[]): NightRange[] {
  const both: NightRange[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const from = later(a[i]!.from, b[j]!.from)
    const to = earlier(a[i]!.to, b[j]!.to)
    if (from < to) both.push({ from, to })
    if (a[i]!.to < b[j]!.to) i++
    else j++
  }
  return both
}

/** Whether every night of `range` is in the set, in one run or in several that touch. */
export function covers(ranges: readonly NightRange[], range: NightRange): boolean {
  return subtract([range], ranges).length === 0
}

/** Whether any night of `range` is in the set. */
export function touches(ranges: readonly NightRange[], range: NightRange): boolean {
  return ranges.some((other) => other.from < range.to && range.from < other.to)
}

/** Whether the set holds this night. */
export function includesNight(ranges: readonly NightRange[], night: Night): boolean {
  return ranges.some((range) => range.from <= night && night < range.to)
}

/** How many nights the set holds. */
export function countNights(ranges: readonly NightRange[]): number {
  return ranges.reduce((sum, range) => sum + nightsBetween(range.from, range.to), 0)
}

/** Whether two sets hold the same nights, however their ranges are cut. */
export function sameNights(a: readonly NightRange[], b: readonly NightRange[]): boolean {
  const left = unite(a)
  const right = unite(b)
  return (
    left.length === right.length &&
    left.every((range, i) => range.from === right[i]!.from && range.to === right[i]!.to)
  )
}

/** Every night of the set, one by one, in order. */
export function listNights(ranges: readonly NightRange[]): Night[] {
  const nights: Night[] = []
  for (const range of ranges) {
    const end = dayNumber(range.to)
    for (let day = dayNumber(range.from); day < end; day++) nights.push(nightOfDay(day))
  }
  return nights
}

/** Joins single nights, in any order, into ranges. */
export function rangesOfNights(nights: Iterable<Night>): NightRange[] {
  return unite(Array.from(nights, (night) => ({ from: night, to: addNights(night, 1) })))
}

/** The later of two plain dates. */
export function later(a: Night, b: Night): Night {
  return a > b ? a : b
}

/** The earlier of two plain dates. */
export function earlier(a: Night, b: Night): Night {
  return a < b ? a : b
}

/** Orders text as plain dates and ISO instants are ordered. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
