import type { Availability } from '../../events/api.ts'
import { addNights, includesNight } from '../../domain/nights.ts'
import { todayHere } from '../ui/dates.ts'
import { isMeant } from '../ui/stay-choice.ts'
import type { NightState } from '../ui/month-runs.ts'

/** A property's calendar as a form has it: not there yet, not to be had, or there. */
export type Calendar = Availability | 'loading' | 'failed'

/** The calendar from its query. */
export function calendarOf(query: { data: Availability | undefined; isError: boolean }): Calendar {
  return query.data ?? (query.isError ? 'failed' : 'loading')
}

/** Today where the property is; while that is not known, where the reader is. */
export function todayIn(calendar: Calendar): string {
  return typeof calendar === 'string' ? todayHere() : calendar.today
}

/** What the calendar says of one night: nothing while it is on its way, and of none when it cannot be read. */
export function nightState(calendar: Calendar, night: string): NightState | undefined {
  if (calendar === 'loading') return undefined
  if (calendar === 'failed' || !calendar.known) return 'unknown'
  const availability = calendar
  if (includesNight(availability.taken, night)) return 'taken'
  return availability.knownUntil && night <= availability.knownUntil ? 'free' : 'unknown'
}

/** Whether every night of a stay looks free. Stops at the first that does not, so a far-off year costs nothing. */
export function looksFree(calendar: Calendar, stay: { checkIn: string; checkOut: string }): boolean {
  if (
    !isMeant(stay.checkIn) ||
    !isMeant(stay.checkOut) ||
    stay.checkIn < todayIn(calendar) ||
    stay.checkOut <= stay.checkIn
  )
    return false
  for (let night = stay.checkIn; night < stay.checkOut; night = addNights(night, 1))
    if (nightState(calendar, night) !== 'free') return false
  return true
}
