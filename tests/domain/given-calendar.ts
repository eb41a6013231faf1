/** Readings of a calendar in one line each, for the tests of the engine. */
import { emptyCalendar } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import { addNights, compare, lastNight } from '../../domain/nights.ts'
import type { NightRange } from '../../domain/nights.ts'
import { takeReading } from '../../domain/openings.ts'
import type { CalendarEvent, LinkReading, Reading, Taken } from '../../domain/reading.ts'

/** A stay of the feed: its first night and how many nights it takes. */
export type Booking = [from: string, nights: number]

/** What a link shows: its stays, or how it fails. */
export type Shown = Booking[] | LinkReading

/** The nights of stays as a feed's reader gives them. */
export function rangesOf(bookings: Booking[]): NightRange[] {
  return bookings
    .map(([from, nights]) => ({ from, to: addNights(from, nights) }))
    .sort((a, b) => compare(a.from, b.from))
}

/** A complete reading of a link. */
export function nights(bookings: Booking[]): LinkReading {
  const blocked = rangesOf(bookings)
  const furthest =
    blocked
      .map((range) => range.to)
      .sort()
      .at(-1) ?? null
  return { kind: 'nights', blocked, furthest, readUpTo: lastNight, hash: JSON.stringify(bookings) }
}

export const failed: LinkReading = { kind: 'failed', reason: 'http_status', status: 500 }

/** A property whose calendar is read step by step; times are `MM-DDTHH:MM` of 2026, in UTC. */
export function givenCalendar(timezone = 'UTC') {
  let state: CalendarState = emptyCalendar('prop_00000000000000000000000001')
  const happened: CalendarEvent[] = []
  return {
    get state() {
      return state
    },
    set state(next: CalendarState) {
      state = next
    },
    happened,
    read(time: string, shown: Shown | Record<string, Shown>, manual = false): Taken {
      const links: Record<string, Shown> = Array.isArray(shown) || isReading(shown) ? { link: shown } : shown
      const reading: Reading = Object.fromEntries(
        Object.entries(links).map(([key, one]) => [key, Array.isArray(one) ? nights(one) : one]),
      )
      const taken = takeReading(state, reading, { now: instant(time), timezone, manual })
      state = taken.state
      happened.push(...taken.happened)
      return taken
    },
  }
}

/** `07-01T08:00` as an instant of 2026. */
export function instant(time: string): string {
  return `2026-${time}:00.000Z`
}

/** Openings as `opening 2026-07-01+3`, holds as `held many_runs`, failures as `failed 2`. */
export function told(events: readonly CalendarEvent[]): string[] {
  return events.map((event) => {
    switch (event.kind) {
      case 'opening':
      case 'season':
        return `${event.kind} ${event.opening.from}..${event.opening.to}`
      case 'held':
        return `held ${event.hold.reason}`
      case 'failed':
        return `failed ${event.reason} ${event.failures}`
      case 'recovered':
        return 'recovered'
    }
  })
}

function isReading(shown: Shown | Record<string, Shown>): shown is LinkReading {
  return 'kind' in shown && typeof shown.kind === 'string'
}
