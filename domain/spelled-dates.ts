/** Plain dates in the words that people read: spelled out in messages, short where every letter counts. */
import { dayNumber, nightsBetween } from './nights.ts'
import type { Night, NightRange } from './nights.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * A stay in words, arrival and departure: "Fri 4 to Mon 7 June, 3 nights".
 *
 * The month and the year stand once where both dates share them; the year only where it is not `today`'s.
 */
export function spellStay(stay: NightRange, today: Night): string {
  const from = parts(stay.from)
  const to = parts(stay.to)
  const sameYear = from.year === to.year
  const withYear = !sameYear || from.year !== parts(today).year
  const first = [
    from.weekday,
    from.day,
    ...(sameYear && from.month === to.month ? [] : [from.month]),
    ...(sameYear ? [] : [from.year]),
  ].join(' ')
  const last = [to.weekday, to.day, to.month, ...(withYear ? [to.year] : [])].join(' ')
  return `${first} to ${last}, ${spellNights(stay)}`
}

/** A stay in at most 17 characters, for text messages: "4 Jun-7 Jun". The year only where it is not `today`'s. */
export function abbreviateStay(stay: NightRange, today: Night): string {
  const from = parts(stay.from)
  const to = parts(stay.to)
  const year = to.year === parts(today).year ? '' : ` ${to.year}`
  return `${from.day} ${from.month.slice(0, 3)}-${to.day} ${to.month.slice(0, 3)}${year}`
}

/** "1 night", "3 nights". */
export function spellNights(range: NightRange): string {
  const count = nightsBetween(range.from, range.to)
  return `${count} ${count === 1 ? 'night' : 'nights'}`
}

function parts(night: Night) {
  return {
    // The first day of 1970 was a Thursday.
    weekday: weekdays[(((dayNumber(night) + 4) % 7) + 7) % 7]!,
    day: Number(night.slice(8, 10)),
    month: months[Number(night.slice(5, 7)) - 1]!,
    year: Number(night.slice(0, 4)),
  }
}

/** One date in words, with its year: "Fri 4 June 2027". */
export function spellDate(night: Night): string {
  const { weekday, day, month, year } = parts(night)
  return `${weekday} ${day} ${month} ${year}`
}
