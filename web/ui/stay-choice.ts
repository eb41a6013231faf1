import { addNights, nightsBetween } from '../../domain/nights.ts'

/** A stay being chosen: plain dates, empty while missing, as date inputs hold them. */
export interface StayChoice {
  checkIn: string
  checkOut: string
}

export const nothingChosen: StayChoice = { checkIn: '', checkOut: '' }

/**
 * Sets the arrival. A departure that it reaches moves along by as many nights as before. While a year is being
 * typed an input passes through dates like 0002-06-04; those leave the departure alone.
 */
export function changeCheckIn(
  stay: StayChoice,
  checkIn: string,
  rules: { today: string; minNights: number },
): StayChoice {
  if (checkIn < rules.today || !stay.checkOut || stay.checkOut > checkIn) return { ...stay, checkIn }
  const before = stay.checkIn ? nightsBetween(stay.checkIn, stay.checkOut) : 0
  return { checkIn, checkOut: addNights(checkIn, Math.max(before, rules.minNights, 1)) }
}

/**
 * Picks a day in a calendar: the first press arrives, the second leaves, a third begins anew. A second press on
 * or before the arrival moves the arrival; one too close to it is stretched to the shortest stay.
 */
export function pickDay(stay: StayChoice, day: string, minNights: number): StayChoice {
  if (!stay.checkIn || stay.checkOut || day <= stay.checkIn) return { checkIn: day, checkOut: '' }
  const earliest = addNights(stay.checkIn, Math.max(minNights, 1))
  return { checkIn: stay.checkIn, checkOut: day < earliest ? earliest : day }
}
