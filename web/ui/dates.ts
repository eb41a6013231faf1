import { locale } from '../texts/language.ts'
import { shared } from '../texts/shared.ts'

/**
 * Plain dates (`YYYY-MM-DD`) and instants in words. A plain date is formatted at midnight UTC in UTC, so that no
 * timezone ever moves it.
 */
function atMidnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
}

const dayOnly = format({ weekday: 'short', day: 'numeric' })
const dayAndMonth = format({ weekday: 'short', day: 'numeric', month: 'long' })
const withYear = format({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
const inFull = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const monthAndYear = format({ month: 'long', year: 'numeric' })
const weekdayShort = format({ weekday: 'short' })
const weekdayLong = format({ weekday: 'long' })
// The product writes these two forms whatever the reader's language prefers.
const numeric = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' })
const medium = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** "Friday 4 June 2027". */
export function spellDay(date: string): string {
  return spell(inFull, date)
}

/** "June 2027", of a month `YYYY-MM`. */
export function spellMonth(month: string): string {
  return monthAndYear.format(atMidnight(`${month}-01`))
}

/** "Fri 4 to Mon 7 June"; the year is added unless the stay lies in the year of `today`. */
export function spellStay(stay: { checkIn: string; checkOut: string }, today: string): string {
  const end = stay.checkOut.slice(0, 4) === today.slice(0, 4) ? dayAndMonth : withYear
  const shares = (length: number) => stay.checkIn.slice(0, length) === stay.checkOut.slice(0, length)
  const start = shares(7) ? dayOnly : shares(4) ? dayAndMonth : withYear
  return shared.dates.stay(spell(start, stay.checkIn), spell(end, stay.checkOut))
}

/** Formats without the commas that some forms set after the weekday. */
function spell(words: Intl.DateTimeFormat, date: string): string {
  return words.format(atMidnight(date)).replaceAll(',', '')
}

/** "6/4/2027", as request cards write it. */
export function writeNumeric(date: string): string {
  return numeric.format(atMidnight(date))
}

/** "Jun 4, 2027", as the single request page writes it. */
export function writeMedium(date: string): string {
  return medium.format(atMidnight(date))
}

/** "Jun 4, 2027": the day on which an instant (ISO) falls where the reader is. */
export function writeInstant(at: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(
    new Date(at),
  )
}

/** The weekdays as a calendar's head shows them, Monday first. */
export function weekdays(): { short: string; long: string }[] {
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => {
    const day = atMidnight(`2024-01-0${index + 1}`)
    return { short: weekdayShort.format(day), long: weekdayLong.format(day) }
  })
}

/** Today where the reader is, as a plain date. */
export function todayHere(now: Date = new Date()): string {
  return [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
