/** A stay: the nights between an arrival and a departure, and the local calendar that dates them. */
import * as z from 'zod/mini'
import { Night, nightsBetween } from './nights.ts'
import type { NightRange } from './nights.ts'

/** Half-open stay `[checkIn, checkOut)` in plain dates; at least one night. */
export const Stay = z
  .object({ checkIn: Night, checkOut: Night })
  .check(
    z.refine(isDepartureAfterArrival, { message: 'Check-out must be after check-in', path: ['checkOut'] }),
  )
export type Stay = z.infer<typeof Stay>

/** Whether the departure follows the arrival; the one rule every form and the server share. */
export function isDepartureAfterArrival(stay: { checkIn: Night; checkOut: Night }): boolean {
  return stay.checkIn < stay.checkOut
}

/** How many nights the stay has. */
export function countStayNights(stay: Stay): number {
  return nightsBetween(stay.checkIn, stay.checkOut)
}

/** The stay as a range of nights: the departure day's night belongs to the next guest. */
export function nightsOfStay(stay: Stay): NightRange {
  return { from: stay.checkIn, to: stay.checkOut }
}

/** Whether the arrival lies before today, which ends every wait for it. */
export function isStayPast(stay: Stay, today: Night): boolean {
  return stay.checkIn < today
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The date on the wall at an instant (ISO string) in an IANA timezone.
 *
 * Throws a RangeError for an unknown timezone or an instant that is none.
 */
export function dateAt(instant: string, timezone: string): Night {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(new Date(instant)).map((part) => [part.type, part.value]),
  )
  return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** An IANA timezone that this runtime knows. */
export const Timezone = z.string().check(z.refine(isTimezone, 'Please choose a time zone from the list'))
export type Timezone = z.infer<typeof Timezone>

/** Whether the runtime knows this timezone; offsets like `+02:00` are refused, they know no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    // Throws for a name that it does not know.
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
