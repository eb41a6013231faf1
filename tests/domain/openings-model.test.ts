/** Holds the engine against a slow, obvious model that keeps one entry per night. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmedFree, emptyCalendar } from '../../domain/calendar.ts'
import { addNights, dayNumber, listNights, nightOfDay, rangesOfNights } from '../../domain/nights.ts'
import { takeReading } from '../../domain/openings.ts'
import { failed, nights } from './given-calendar.ts'
import type { Booking } from './given-calendar.ts'

const firstDay = dayNumber('2026-06-01')
const minute = 60_000

type Step = { waitMinutes: number; bookings: Booking[] | 'fails' }

/** What a night is to the model: when it was first seen free, and which drop holds it back. */
type Freed = { since: number; heldBy?: { since: number } }

/** A day of its own per reading keeps every slide out of this model; edges have tests of their own. */
function slowModel() {
  let before: Set<string> | null = null
  let events: Booking[] = []
  const freed = new Map<string, Freed>()
  const quiet = new Map<string, number>()
  let heldDrops: { since: number }[] = []

  return (bookings: Booking[] | 'fails', now: number, today: string): string[] => {
    if (bookings === 'fails') {
      for (const drop of heldDrops) drop.since = NaN
      return []
    }
    const blocked = new Set(bookings.flatMap(([from, count]) => each(from, count)))
    const told: string[] = []
    for (const [night] of [...freed]) if (blocked.has(night) || night < today) freed.delete(night)
    for (const [night] of [...quiet]) if (blocked.has(night)) quiet.delete(night)
    for (const [night, one] of [...freed].sort()) {
      const { since } = one.heldBy ?? one
      if (now - since < (one.heldBy ? 120 : 10) * minute || Number.isNaN(since)) continue
      told.push(night)
      freed.delete(night)
    }
    for (const drop of heldDrops) if (Number.isNaN(drop.since)) drop.since = now
    for (const [night, since] of quiet) if (now - since >= 10 * minute) quiet.delete(night)

    if (before === null)
      for (const night of each('2026-06-01', 60)) if (!blocked.has(night)) quiet.set(night, now)
    const gone = [...(before ?? [])].filter(
      (night) => !blocked.has(night) && night >= today && !quiet.has(night),
    )
    const future = events.filter(([from, count]) => addNights(from, count) > today)
    const runs = rangesOfNights(gone).length
    const isAll =
      future.length >= 3 && future.every(([from, count]) => each(from, count).every((n) => !blocked.has(n)))
    const heldBy = gone.length > 0 && (runs >= 3 || gone.length > 30 || isAll) ? { since: now } : undefined
    if (heldBy) heldDrops.push(heldBy)
    for (const night of gone) freed.set(night, heldBy ? { since: now, heldBy } : { since: now })
    heldDrops = heldDrops.filter((drop) => [...freed.values()].some((one) => one.heldBy === drop))
    before = blocked
    events = bookings
    return told.sort()
  }
}

function each(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => addNights(from, i))
}

/** Stays that do not overlap, out of a pool, so that most readings share most stays with the one before. */
const pool: Booking[] = [
  [3, 2],
  [5, 3],
  [10, 1],
  [13, 7],
  [22, 2],
  [26, 4],
  [31, 21],
].map(([day, count]) => [nightOfDay(firstDay + day!), count!])
const steps = fc.array(
  fc.record({
    waitMinutes: fc.constantFrom(3, 9, 10, 15, 60, 121),
    bookings: fc.oneof(
      { weight: 8, arbitrary: fc.subarray(pool, { minLength: 4 }) },
      { weight: 2, arbitrary: fc.subarray(pool) },
      { weight: 1, arbitrary: fc.constant('fails' as const) },
    ),
  }),
  { minLength: 2, maxLength: 14 },
)

function replay(history: Step[]) {
  let state = emptyCalendar('prop_00000000000000000000000001')
  let now = Date.parse('2026-06-01T00:00:00Z')
  const model = slowModel()
  return history.map(({ waitMinutes, bookings }) => {
    now += waitMinutes * minute
    const instant = new Date(now).toISOString()
    const today = instant.slice(0, 10)
    const reading = bookings === 'fails' ? failed : nights(bookings)
    const taken = takeReading(state, { link: reading }, { now: instant, timezone: 'UTC' })
    state = JSON.parse(JSON.stringify(taken.state))
    const openings = taken.happened.flatMap((event) => ('opening' in event ? [event.opening] : []))
    return { bookings, now, today, state, told: listNights(openings), expected: model(bookings, now, today) }
  })
}

test('the engine tells exactly the nights that the slow model tells, at the same readings', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const played = replay(history)
      expect(played.map((one) => one.told)).toEqual(played.map((one) => one.expected))
    }),
    { numRuns: 2_000 },
  )
})

test('no night is told that was not blocked before, and free in two readings ten minutes apart', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const played = replay(history)
      for (const [index, { told }] of played.entries()) {
        for (const night of told) {
          const good = played.slice(0, index + 1).filter((one) => one.bookings !== 'fails')
          const lastBlocked = good.findLastIndex((one) => takes(one.bookings, night))
          const freeSince = good[lastBlocked + 1]
          expect(lastBlocked).toBeGreaterThanOrEqual(0)
          expect(good.at(-1)!.now - freeSince!.now).toBeGreaterThanOrEqual(10 * minute)
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('no night that the last good reading blocks is ever free, and none is while the feed fails', () => {
  fc.assert(
    fc.property(steps, (history) => {
      for (const { state, bookings, today } of replay(history)) {
        const free = listNights(confirmedFree(state, today))
        if (bookings === 'fails') expect(free).toEqual([])
        else expect(free.filter((night) => takes(bookings, night))).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})

function takes(bookings: Step['bookings'], night: string): boolean {
  return (
    bookings !== 'fails' && bookings.some(([from, count]) => from <= night && night < addNights(from, count))
  )
}

test('with several links a night is told only when all of them had it free in two whole readings', () => {
  const reading = fc.record({
    waitMinutes: fc.constantFrom(3, 10, 15, 60, 121),
    a: fc.oneof({ weight: 6, arbitrary: fc.subarray(pool, { minLength: 4 }) }, fc.constant('fails' as const)),
    b: fc.oneof({ weight: 6, arbitrary: fc.subarray(pool, { minLength: 4 }) }, fc.constant('fails' as const)),
  })
  fc.assert(
    fc.property(fc.array(reading, { minLength: 3, maxLength: 14 }), (history) => {
      let state = emptyCalendar('prop_00000000000000000000000001')
      let now = Date.parse('2026-06-01T00:00:00Z')
      const whole: { now: number; bookings: Booking[] }[] = []
      for (const { waitMinutes, a, b } of history) {
        now += waitMinutes * minute
        const links = { a: a === 'fails' ? failed : nights(a), b: b === 'fails' ? failed : nights(b) }
        const taken = takeReading(state, links, { now: new Date(now).toISOString(), timezone: 'UTC' })
        state = taken.state
        const told = listNights(
          taken.happened.flatMap((event) => ('opening' in event ? [event.opening] : [])),
        )
        if (a === 'fails' || b === 'fails') {
          expect(told).toEqual([])
          expect(confirmedFree(state, '2026-06-01')).toEqual([])
          continue
        }
        whole.push({ now, bookings: [...a, ...b] })
        for (const night of [...told, ...listNights(confirmedFree(state, '2026-06-01')).slice(0, 60)]) {
          const lastTaken = whole.findLastIndex((one) => takes(one.bookings, night))
          expect(now - (whole[lastTaken + 1]?.now ?? now)).toBeGreaterThanOrEqual(10 * minute)
          if (told.includes(night)) expect(lastTaken).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    { numRuns: 500 },
  )
})
