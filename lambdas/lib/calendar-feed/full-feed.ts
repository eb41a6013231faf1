/**
 * The full reader: times, zones, durations, repeating events and their exceptions.
 *
 * node-ical follows the rules of repeating events and knows the Windows names of zones. Each event reaches it alone
 * and by a wall clock in UTC, because a whole feed would lose events in it (same UIDs, several calendars, one bad
 * rule) and unknown zones would become the process's own. Lines, dates and exceptions are therefore read here.
 */
import type { FailureReason } from '../../../domain/calendar.ts'
import { addNights, dayNumber } from '../../../domain/nights.ts'
import { parameterOf, propertiesOf, readComponents, valueOf } from './components.ts'
import type { Component, Property } from './components.ts'
import { isDepartureLabel, isTimedDepartureLabel } from './markers.ts'
import { dateOfWall, instantAt, readDuration, readMoment, timeOfWall, wallAt, wallIn } from './moments.ts'
import type { Moment } from './moments.ts'
import type { Occupation, Window } from './occupied.ts'
import { startsOf } from './recurrence.ts'
import { zoneReader } from './zones.ts'
import type { Zone } from './zones.ts'

export type FullFeed = { ok: true; occupations: Occupation[] } | { ok: false; reason: FailureReason }

type ReadZone = (name: string | undefined) => Zone

/**
 * One VEVENT with its moments read. `seconds` is its length by the wall clock, null when it has no end; `elapsed` is
 * how long that takes, which differs where a clock is changed meanwhile.
 */
type Event = {
  component: Component
  uid: string | undefined
  start: Moment
  seconds: number | null
  elapsed: number
  isTaken: boolean
  recurrenceId: Moment | undefined
  movesFollowing: boolean
}

const day = 86_400

/** 23:59 and later ends mean midnight: several exporters write whole days as 00:00 to 23:59(:59). */
const almostMidnight = day - 60

/** Thrown inside this file for an event whose dates cannot be read; the whole reading then fails. */
class UnreadableEvent extends Error {}

/**
 * The occupations of any calendar, in the property's timezone.
 *
 * Fails rather than leaving out an event that it cannot place: a night must not look free because of a typo.
 */
export function readFullFeed(lines: string[], timezone: string, window: Window): FullFeed {
  const components = readComponents(lines)
  if (!components.ok) return components
  const readZone = zoneReader(components.zones)
  try {
    const events = components.events
      .filter((component) => isPlaced(component))
      .flatMap((component) => readEvents(component, readZone, timezone))
    const occupations = events.flatMap((event) => occupationsOf(event, events, readZone, timezone, window))
    const busy = components.busy.flatMap((component) => busyTimes(component, timezone))
    return { ok: true, occupations: [...occupations, ...busy] }
  } catch (error) {
    if (error instanceof UnreadableEvent) return { ok: false, reason: 'unreadable_event' }
    throw error
  }
}

/** A cancelled event need not have dates; every other one must. */
function isPlaced(component: Component): boolean {
  return isTaking(component) || valueOf(component, 'RECURRENCE-ID') !== undefined
}

function isTaking(component: Component): boolean {
  const status = valueOf(component, 'STATUS')?.toUpperCase()
  return status !== 'CANCELLED' && valueOf(component, 'TRANSP')?.toUpperCase() !== 'TRANSPARENT'
}

/** One event per DTSTART: a second one is against the rules, but both dates may be meant. */
function readEvents(component: Component, readZone: ReadZone, timezone: string): Event[] {
  const recurrenceIds = propertiesOf(component, 'RECURRENCE-ID')
  const recurrenceId = recurrenceIds[0] && momentOf(recurrenceIds[0], readZone)
  const isTaken = isTaking(component)
  const starts = propertiesOf(component, 'DTSTART').map((property) => momentOf(property, readZone))
  if (starts.length === 0 && isTaken) throw new UnreadableEvent('no DTSTART')
  if (starts.length === 0 && recurrenceId) starts.push(recurrenceId)
  return starts.map((start) => ({
    component,
    uid: valueOf(component, 'UID'),
    start,
    ...lengthOf(component, start, readZone, timezone),
    isTaken,
    recurrenceId,
    movesFollowing: recurrenceIds.some((one) => /THISANDFUTURE/i.test(one.parameters)),
  }))
}

function lengthOf(
  component: Component,
  start: Moment,
  readZone: ReadZone,
  timezone: string,
): Pick<Event, 'seconds' | 'elapsed'> {
  const ends = propertiesOf(component, 'DTEND').map((property) => momentOf(property, readZone))
  const lengths = ends.map((end) =>
    !start.isDate && !end.isDate && start.zone === end.zone
      ? end.wall - start.wall
      : wallAt(end, timezone) - wallAt(start, timezone),
  )
  for (const property of propertiesOf(component, 'DURATION')) {
    const seconds = readDuration(property.value)
    if (seconds === null) throw new UnreadableEvent(`DURATION ${property.value}`)
    lengths.push(seconds)
  }
  if (lengths.length === 0) return { seconds: null, elapsed: 0 }
  const seconds = Math.max(...lengths)
  const times = ends.map((end) => instantAt(end, timezone) - instantAt(start, timezone))
  return {
    seconds,
    elapsed: ends.length === lengths.length ? Math.max(...times) : Math.max(seconds, ...times),
  }
}

function occupationsOf(
  event: Event,
  events: Event[],
  readZone: ReadZone,
  timezone: string,
  window: Window,
): Occupation[] {
  if (!event.isTaken) return []
  if (event.recurrenceId) return [occupationAt(event, event.start.wall, event.seconds, timezone)]
  const { component, start } = event
  const rules = propertiesOf(component, 'RRULE')
  const added = datesOf(component, 'RDATE', readZone)
  if (rules.length === 0 && added.length === 0)
    return [occupationAt(event, start.wall, event.seconds, timezone)]

  const margin = 2 * day // no zone is further than a day from another
  const from = dayNumber(window.from) * day - Math.max(event.seconds ?? 0, 0) - margin
  const to = dayNumber(window.to) * day + margin
  const found = rules.map((rule) =>
    startsOf(start.wall, rule.value, untilOf(rule, event, timezone), from, to),
  )
  const starts = [...new Set([start.wall, ...found.flatMap((one) => one.starts)])]
  const stretches = found.flatMap((one) =>
    one.stretch && one.stretch.from <= one.stretch.to ? [one.stretch] : [],
  )

  const overrides = events.filter((one) => one.recurrenceId && one.uid !== undefined && one.uid === event.uid)
  const left = datesOf(component, 'EXDATE', readZone).map((one) => one.moment)
  const isLeftOut = (wall: number) =>
    [...left, ...overrides.map((one) => one.recurrenceId!)].some((moment) =>
      isSame(event, wall, moment, timezone),
    )
  const kept = starts.filter((wall) => !isLeftOut(wall))
  return [
    ...kept.flatMap((wall) => followOverrides(event, wall, overrides, timezone)),
    ...added
      .filter((one) => !isLeftOut(one.moment.wall))
      .map((one) =>
        occupationAt(
          { ...event, start: one.moment },
          one.moment.wall,
          one.seconds ?? event.seconds,
          timezone,
        ),
      ),
    ...stretches.map((one) =>
      occupationAt(event, one.from, one.to - one.from + Math.max(event.seconds ?? 0, day), timezone),
    ),
  ]
}

/** An instance as the latest "this and following" override before it left it. */
function followOverrides(event: Event, wall: number, overrides: Event[], timezone: string): Occupation[] {
  const here = wallAt({ ...event.start, wall }, timezone)
  const moved = overrides
    .filter((one) => one.movesFollowing && wallAt(one.recurrenceId!, timezone) < here)
    .toSorted((a, b) => wallAt(b.recurrenceId!, timezone) - wallAt(a.recurrenceId!, timezone))[0]
  if (!moved) return [occupationAt(event, wall, event.seconds, timezone)]
  if (!moved.isTaken) return []
  const shift = wallAt(moved.start, timezone) - wallAt(moved.recurrenceId!, timezone)
  return [
    occupationAt({ ...moved, start: event.start }, wall + shift, moved.seconds ?? event.seconds, timezone),
  ]
}

function occupationAt(event: Event, wall: number, seconds: number | null, timezone: string): Occupation {
  const { component, start } = event
  const summary = valueOf(component, 'SUMMARY') ?? ''
  const begin = wallAt({ ...start, wall }, timezone)
  const from = dateOfWall(begin)
  if (start.isDate) {
    const to = dateOfWall(wall + Math.max(seconds ?? 0, day) + (day - 1)) // a part of a day takes its night
    return isDepartureLabel(summary) && to === addNights(from, 1)
      ? { from, to, mayBeMarker: true }
      : { from, to }
  }
  // Whether an instance across a clock change keeps its hours or its length, readers do not agree: the later counts.
  const elapsed = seconds === event.seconds ? event.elapsed : (seconds ?? 0)
  const instant = instantAt({ ...start, wall }, timezone) + Math.max(elapsed, 0)
  const end = Math.max(
    wallAt({ ...start, wall: wall + Math.max(seconds ?? 0, 0) }, timezone),
    wallAt({ isDate: false, wall: instant, zone: 'UTC' }, timezone),
  )
  const to = timeOfWall(end) >= almostMidnight ? addNights(dateOfWall(end), 1) : dateOfWall(end)
  return to <= from && isTimedDepartureLabel(summary) ? { from, to: from, mayBeMarker: true } : { from, to }
}

function isSame(event: Event, wall: number, moment: Moment, timezone: string): boolean {
  if (event.start.isDate) return dateOfWall(moment.wall) === dateOfWall(wall) && timeOfWall(moment.wall) === 0
  return !moment.isDate && wallAt(moment, timezone) === wallAt({ ...event.start, wall }, timezone)
}

function untilOf(rule: Property, event: Event, timezone: string): number | null {
  const written = /(?:^|;)UNTIL=([^;]+)/i.exec(rule.value)?.[1]
  const until = written === undefined ? null : readMoment(written, null)
  if (until === null) return null
  if (until.isDate) return until.wall + day - 1
  // Some exporters end whole-day rules at the local midnight in UTC: the later of both dates is meant or harmless.
  if (event.start.isDate) return Math.max(until.wall, wallAt(until, timezone))
  return until.zone === 'UTC' ? wallIn(until.wall, event.start.zone, timezone) : until.wall
}

type ListedDate = { moment: Moment; seconds?: number }

/** The dates of RDATE or EXDATE lines; periods bring their own length. */
function datesOf(component: Component, name: string, readZone: ReadZone): ListedDate[] {
  return propertiesOf(component, name).flatMap((property) =>
    property.value.split(',').flatMap((value): ListedDate[] => {
      const [begin, end] = value.split('/')
      const moment = readMoment(begin!, readZone(parameterOf(property, 'TZID')))
      if (moment === null) {
        if (name === 'EXDATE') return [] // an exception that cannot be read frees nothing
        throw new UnreadableEvent(`${name} ${value}`)
      }
      if (end === undefined) return [{ moment }]
      const until = readMoment(end, readZone(parameterOf(property, 'TZID')))
      const seconds = until ? until.wall - moment.wall : readDuration(end)
      return seconds === null ? [{ moment }] : [{ moment, seconds }]
    }),
  )
}

function busyTimes(component: Component, timezone: string): Occupation[] {
  const periods = propertiesOf(component, 'FREEBUSY').filter((one) => !/FBTYPE=FREE\b/i.test(one.parameters))
  return periods
    .flatMap((property) =>
      datesOf({ ...component, properties: [{ ...property, name: 'RDATE' }] }, 'RDATE', () => null),
    )
    .map(({ moment, seconds }) => ({
      from: dateOfWall(wallAt(moment, timezone)),
      to: dateOfWall(wallAt({ ...moment, wall: moment.wall + (seconds ?? 0) }, timezone)),
    }))
}

function momentOf(property: Property, readZone: ReadZone): Moment {
  const isDate = parameterOf(property, 'VALUE')?.toUpperCase() === 'DATE'
  const value = isDate ? property.value.trim().replace(/T.*$/i, '') : property.value
  const moment = readMoment(value, readZone(parameterOf(property, 'TZID')))
  if (moment === null) throw new UnreadableEvent(`${property.name} ${property.value}`)
  return moment
}
