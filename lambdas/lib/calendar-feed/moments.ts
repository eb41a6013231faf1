/** DATE and DATE-TIME values of a feed, and the local dates they mean at the property. */
import { Temporal } from 'temporal-polyfill'
import { dayNumber, nightOfDay } from '../../../domain/nights.ts'
import type { Night } from '../../../domain/nights.ts'
import type { Zone } from './zones.ts'

/** A moment as the feed writes it: a date, or a wall clock (seconds since 1970 as if in UTC) in some zone. */
export type Moment = { isDate: true; wall: number } | { isDate: false; wall: number; zone: Zone }

const day = 86_400

/** The plain date of eight digits, or null when there is no such day. */
export function readDate(digits: string): Night | null {
  const month = digits.slice(4, 6)
  const dayOfMonth = digits.slice(6, 8)
  const night = `${digits.slice(0, 4)}-${month}-${dayOfMonth}`
  const isInEveryMonth = month >= '01' && month <= '12' && dayOfMonth >= '01' && dayOfMonth <= '28'
  if (!isInEveryMonth && nightOfDay(dayNumber(night)) !== night) return null
  return night >= '0001-01-01' ? night : null
}

/**
 * Reads a DATE or DATE-TIME value; null when it is neither.
 *
 * `zone` is that of the value's TZID (null: floating, the property's own time); a final `Z` overrules it.
 */
export function readMoment(value: string, zone: Zone): Moment | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(Z)?)?$/i.exec(value.trim())
  if (!match) return null
  const date = readDate(`${match[1]}${match[2]}${match[3]}`)
  if (date === null) return null
  const midnight = dayNumber(date) * day
  if (match[4] === undefined) return { isDate: true, wall: midnight }
  const [hours, minutes, seconds] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)]
  if (hours > 24 || minutes > 59 || seconds > 60) return null
  const wall = midnight + hours * 3600 + minutes * 60 + seconds
  return { isDate: false, wall, zone: match[7] ? 'UTC' : zone }
}

/** Seconds of a DURATION value (`P3D`, `P1W`, `PT19H`), days counted as 24 hours; null when it is none. */
export function readDuration(value: string): number | null {
  const match = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(value.trim())
  if (!match || !/\d/.test(value)) return null
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0))
  const sum = (weeks! * 7 + days!) * day + hours! * 3600 + minutes! * 60 + seconds!
  return match[1] === '-' ? -sum : sum
}

/**
 * Conversions between named zones, of which the next reading of a feed needs the same again: 20 microseconds each,
 * and a map of this size takes two megabytes.
 */
const converted = new Map<string, number>()
const convertedLimit = 20_000

/** The moment's wall clock at the property, in seconds since 1970 as if in UTC. Dates and floating times stay. */
export function wallAt(moment: Moment, timezone: string): number {
  if (moment.isDate || moment.zone === null || moment.zone === timezone) return moment.wall
  if (typeof moment.zone !== 'string') return wallFrom(moment.wall, moment.zone, timezone)
  const key = `${moment.zone} ${timezone} ${moment.wall}`
  const known = converted.get(key)
  if (known !== undefined) return known
  if (converted.size >= convertedLimit) converted.clear()
  const wall = wallFrom(moment.wall, moment.zone, timezone)
  converted.set(key, wall)
  return wall
}

/** The instant of a moment, in seconds since 1970; dates and floating times are the property's own. */
export function instantAt(moment: Moment, timezone: string): number {
  const zone = moment.isDate ? null : moment.zone
  return wallAt({ isDate: false, wall: moment.wall, zone: zone ?? timezone }, 'UTC')
}

/** The instant, as a wall clock in `zone`: for UNTIL values in UTC. */
export function wallIn(instantSeconds: number, zone: Zone, timezone: string): number {
  const name = zone === null ? timezone : typeof zone === 'string' ? zone : null
  if (name === null) return instantSeconds + (zone as Exclude<Zone, string | null>).offsetAt(instantSeconds)
  return wallOf(
    Temporal.Instant.fromEpochMilliseconds(instantSeconds * 1000)
      .toZonedDateTimeISO(name)
      .toPlainDateTime(),
  )
}

/** The date of a wall clock. */
export function dateOfWall(wall: number): Night {
  return nightOfDay(Math.floor(wall / day))
}

/** Seconds since midnight of a wall clock. */
export function timeOfWall(wall: number): number {
  return wall - Math.floor(wall / day) * day
}

function wallFrom(wall: number, zone: Exclude<Zone, null>, timezone: string): number {
  const there = Temporal.Instant.fromEpochMilliseconds(instantOf(wall, zone) * 1000).toZonedDateTimeISO(
    timezone,
  )
  return wallOf(there.toPlainDateTime())
}

function instantOf(wall: number, zone: Exclude<Zone, null>): number {
  if (zone === 'UTC') return wall
  if (typeof zone !== 'string') return wall - zone.offsetAt(wall)
  const clock = Temporal.Instant.fromEpochMilliseconds(wall * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  return Math.floor(clock.toZonedDateTime(zone).epochMilliseconds / 1000)
}

function wallOf(clock: Temporal.PlainDateTime): number {
  return Math.floor(clock.toZonedDateTime('UTC').epochMilliseconds / 1000)
}
