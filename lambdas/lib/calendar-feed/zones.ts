/** What a feed's zone names mean. */
import ical from 'node-ical'
import { dayNumber, nightOfDay } from '../../../domain/nights.ts'
import { isTimezone } from '../../../domain/stay.ts'
import { propertiesOf, valueOf } from './components.ts'
import type { Component } from './components.ts'

/** An IANA name, a zone whose rules stand in the feed itself, or null for floating time. */
export type Zone = string | CustomZone | null

/** A zone by its VTIMEZONE's rules. */
export type CustomZone = {
  /** Seconds to add to UTC, at a wall clock (seconds since 1970 as if in UTC). */
  offsetAt(wall: number): number
}

/**
 * Makes a reader of the feed's zone names: IANA names, with or without a vendor's path before them; Windows names,
 * which node-ical knows; fixed offsets; and zones that only the feed's own VTIMEZONE describes. A name that nothing
 * explains is the property's own time: platforms write the place's wall clock.
 */
export function zoneReader(zones: Component[]): (name: string | undefined) => Zone {
  const own = new Map(zones.map((zone) => [valueOf(zone, 'TZID')?.replaceAll('"', ''), zone]))
  const known = new Map<string, Zone>()
  return (name) => {
    if (name === undefined || name === '') return null
    if (!known.has(name)) known.set(name, resolve(name, own.get(name)))
    return known.get(name)!
  }
}

function resolve(name: string, own: Component | undefined): Zone {
  const iana = asIana(name) ?? asIana(own && valueOf(own, 'X-LIC-LOCATION'))
  if (iana) return iana
  const isCustom = /custom/i.test(name) // Outlook's "Customized Time Zone" means the rules that come with it
  return (isCustom ? null : asWindows(name)) ?? customZone(own) ?? asOffset(name)
}

function asIana(name: string | undefined): string | null {
  if (!name) return null
  const [, path] = /([A-Za-z_]+\/[A-Za-z_+\-/0-9]+)$/.exec(name) ?? []
  const candidates = [name, path, path?.split('/').slice(-3).join('/'), path?.split('/').slice(-2).join('/')]
  return candidates.find((one) => one !== undefined && isTimezone(one)) ?? null
}

function asWindows(name: string): string | null {
  const probe = ['BEGIN:VEVENT', 'UID:zone', `DTSTART;TZID="${name}":20250101T000000`, 'END:VEVENT'].join(
    '\r\n',
  )
  const found = Object.values(ical.sync.parseICS(probe)).find((part) => part?.type === 'VEVENT')
  const zone = found?.type === 'VEVENT' ? found.start?.tz : undefined
  return zone !== undefined && zone !== name && isTimezone(zone) ? zone : null
}

function asOffset(name: string): Zone {
  const match = /^\(?(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?\)?/i.exec(name)
  if (!match) return null
  const seconds = (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60
  return { offsetAt: () => (match[1] === '-' ? -seconds : seconds) }
}

type Observance = { onset: number; offset: number; rule: string | undefined; dates: number[] }

function customZone(zone: Component | undefined): CustomZone | null {
  const observances = (zone?.parts ?? []).map(readObservance).filter((one) => one !== null)
  const [first] = observances.toSorted((a, b) => a.onset - b.onset)
  if (!first) return null
  return {
    offsetAt(wall) {
      const year = Number(nightOfDay(Math.floor(wall / 86_400)).slice(0, 4))
      let latest = { at: -Infinity, offset: first.offset }
      for (const one of observances) {
        for (const at of onsetsOf(one, year)) {
          if (at <= wall && at >= latest.at) latest = { at, offset: one.offset }
        }
      }
      return latest.offset
    },
  }
}

function readObservance(part: Component): Observance | null {
  const offset = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(valueOf(part, 'TZOFFSETTO') ?? '')
  const onset = readWall(valueOf(part, 'DTSTART') ?? '')
  if (!offset || onset === null) return null
  const seconds = (Number(offset[2]) * 60 + Number(offset[3])) * 60 + Number(offset[4] ?? 0)
  const dates = propertiesOf(part, 'RDATE').flatMap((line) => line.value.split(',').map(readWall))
  return {
    onset,
    offset: offset[1] === '-' ? -seconds : seconds,
    rule: valueOf(part, 'RRULE'),
    dates: dates.filter((one) => one !== null),
  }
}

/** The onsets that can matter in a year: a rule's in it and in the year before, for it repeats once a year. */
function onsetsOf(observance: Observance, year: number): number[] {
  const { onset, rule, dates } = observance
  if (!rule) return [onset, ...dates]
  const until = readWall(/UNTIL=([0-9TZ]+)/i.exec(rule)?.[1] ?? '') ?? Infinity
  return [
    onset,
    ...dates,
    yearlyOnset(observance, rule, year - 1),
    yearlyOnset(observance, rule, year),
  ].filter((at) => at >= onset && at <= until)
}

/** The onset in one year of `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`, which is how zones are written. */
function yearlyOnset({ onset }: Observance, rule: string, year: number): number {
  const start = nightOfDay(Math.floor(onset / 86_400))
  const month = Number(/BYMONTH=(\d+)/i.exec(rule)?.[1] ?? start.slice(5, 7))
  const [, nth, weekday] = /BYDAY=([+-]?\d)?(SU|MO|TU|WE|TH|FR|SA)/i.exec(rule) ?? []
  const fromDay = Number(/BYMONTHDAY=(\d+)/i.exec(rule)?.[1] ?? 1)
  const time = onset - Math.floor(onset / 86_400) * 86_400
  if (!weekday) return dayNumber(monthDay(year, month, Number(start.slice(8)))) * 86_400 + time
  const wanted = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(weekday.toUpperCase())
  const count = Number(nth ?? 1)
  const first = dayNumber(monthDay(year, month, fromDay))
  const next = month === 12 ? dayNumber(monthDay(year + 1, 1, 1)) : dayNumber(monthDay(year, month + 1, 1))
  const day =
    count > 0
      ? first + ((wanted - weekdayOf(first) + 7) % 7) + (count - 1) * 7
      : next - 1 - ((weekdayOf(next - 1) - wanted + 7) % 7) + (count + 1) * 7
  return day * 86_400 + time
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

function monthDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function readWall(value: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?/.exec(value.trim())
  if (!match) return null
  const time = (Number(match[4] ?? 0) * 60 + Number(match[5] ?? 0)) * 60 + Number(match[6] ?? 0)
  return dayNumber(`${match[1]}-${match[2]}-${match[3]}`) * 86_400 + time
}
