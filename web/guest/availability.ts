import type { Availability } from '../../events/api.ts'
import { addNights, includesNight } from '../../domain/nights.ts'
import { isMeant } from '../ui/stay-choice.ts'
import type { NightState } from '../ui/month-runs.ts'

/** What the calendar says of one night. A calendar that cannot be read says nothing of any. */
export function nightState(availability: Availability, night: string): NightState {
  if (!availability.known) return 'unknown'
  if (includesNight(availability.taken, night)) return 'taken'
  return availability.knownUntil && night <= availability.knownUntil ? 'free' : 'unknown'
}

/** Whether every night of a stay looks free. Stops at the first that does not, so a far-off year costs nothing. */
export function looksFree(availability: Availability, stay: { checkIn: string; checkOut: string }): boolean {
  if (
    !isMeant(stay.checkIn) ||
    !isMeant(stay.checkOut) ||
    stay.checkIn < availability.today ||
    stay.checkOut <= stay.checkIn
  )
    return false
  for (let night = stay.checkIn; night < stay.checkOut; night = addNights(night, 1))
    if (nightState(availability, night) !== 'free') return false
  return true
}
