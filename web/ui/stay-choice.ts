import { addNights, nightsBetween } from '../../domain/nights.ts'

/** A stay being chosen: plain dates, empty while missing, as date inputs hold them. */
export interface StayChoice {
  checkIn: string
  checkOut: string
}

export const nothingChosen: StayChoice = { checkIn: '', checkOut: '' }

/**
 * Whether an input holds a date somebody means. While a year is being typed it passes through dates like
 * 0002-06-04, and some browsers go on to years of five digits.
 */
export function isMeant(date: string): boolean {
  return /^2\d{3}-\d{2}-\d{2}$/.test(date)
}

/** Sets the arrival. A departure that it reaches moves along by as many nights as before. */
export function changeCheckIn(stay: StayChoice, checkIn: string, minNights: number): StayChoice {
  if (!isMeant(checkIn) || !stay.checkOut || stay.checkOut > checkIn) return { ...stay, checkIn }
  const before = isMeant(stay.checkIn) ? nightsBetween(stay.checkIn, stay.checkOut) : 0
  return { checkIn, checkOut: addNights(checkIn, Math.max(before, minNights, 1)) }
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
