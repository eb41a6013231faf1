import ical from 'node-ical'
import { matchesOpening } from '../../domain/matching.ts'
import { addNights } from '../../domain/nights.ts'
import { feedHash } from '../../lambdas/lib/calendar-feed/feed-hash.ts'
import { readQuickly, readThoroughly } from '../../lambdas/lib/calendar-feed/read-calendar.ts'

const question = { timezone: 'Europe/Berlin', window: { from: '2026-01-01', to: '2028-02-01' } }
const events = 500
const requests = 100_000

/** Odd, so that the median is a measured value; the first tenth is thrown away as warm-up. */
const rounds = 101

/**
 * Prints what reading and matching cost. The targets are ratios within this one run, so that they mean the same on
 * any machine: a plain feed at 5 or more times the speed of node-ical, an unchanged one at the cost of a hash.
 */
export async function bench(): Promise<void> {
  const plain = Buffer.from(plainFeed())
  const timed = Buffer.from(timedFeed())
  const node = await medianMs(() => expandedByNodeIcal(plain.toString()))
  const quick = await medianMs(() => readQuickly(plain, question))
  const hash = await medianMs(() => feedHash(plain, 'Europe/Berlin'))
  const full = await medianMs(() => readThoroughly(timed, question))
  const matching = await medianMs(matchAll())

  print(`calendar: ${events} events, ${(plain.length / 1000).toFixed(0)} kB; median of ${rounds}`)
  print(`  node-ical, night by night  ${ms(node)}`)
  print(`  plain feed                 ${ms(quick)}   ${ratio(node, quick)} as fast (target 5)`)
  print(`  unchanged feed: its hash   ${ms(hash)}   ${ratio(node, hash)} as fast`)
  print(`  times, zones, repetitions  ${ms(full)}`)
  print(`  one opening, ${requests} requests ${ms(matching)}   (target under 20 ms)`)
}

/** The usual way to read a feed: parse all of it, then walk every event's nights. */
function expandedByNodeIcal(text: string): number {
  const nights = new Set<string>()
  for (const part of Object.values(ical.sync.parseICS(text))) {
    if (part?.type !== 'VEVENT') continue
    const to = part.end ?? part.start
    for (let day = part.start.getTime(); day < to.getTime(); day += 86_400_000) {
      nights.add(new Date(day).toISOString().slice(0, 10))
    }
  }
  return nights.size
}

function plainFeed(): string {
  return feedOf((from, to) => [`DTSTART;VALUE=DATE:${digits(from)}`, `DTEND;VALUE=DATE:${digits(to)}`])
}

function timedFeed(): string {
  return feedOf((from, to, i) => [
    `DTSTART;TZID=America/New_York:${digits(from)}T160000`,
    `DTEND;TZID=America/New_York:${digits(to)}T110000`,
    ...(i % 50 === 0 ? ['RRULE:FREQ=MONTHLY;COUNT=6'] : []),
  ])
}

function feedOf(dates: (from: string, to: string, index: number) => string[]): string {
  const stays = Array.from({ length: events }, (_, i) => {
    const from = addNights('2026-01-01', i)
    return [
      'BEGIN:VEVENT',
      'DTSTAMP:20260101T000000Z',
      ...dates(from, addNights(from, 1 + (i % 7)), i),
      'SUMMARY:Reserved',
      `UID:1418fb94e984-${i}@example.com`,
      'DESCRIPTION:Reservation URL: https://www.example.com/hosting/reservations/details/ABCDEFGH',
      'END:VEVENT',
    ]
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...stays.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

/** One opening, matched against waiting requests of all kinds by a property with a hundred free runs. */
function matchAll(): () => number {
  const free = Array.from({ length: 100 }, (_, i) => {
    const from = addNights('2026-06-01', i * 5)
    return { from, to: addNights(from, 4) }
  })
  const opening = {
    kind: 'opening' as const,
    from: '2026-07-01',
    to: '2026-07-20',
    seenAt: '2026-06-01T08:00:00.000Z',
  }
  const wishes = Array.from({ length: requests }, (_, i) => {
    const from = addNights('2026-06-01', i % 400)
    return {
      anyDates: i % 3 === 0,
      checkInDate: i % 3 === 0 ? null : from,
      checkOutDate: i % 3 === 0 ? null : addNights(from, 1 + (i % 5)),
      waitingSince: '2026-05-01T08:00:00.000Z',
    }
  })
  return () => {
    const matches = matchesOpening(opening, { free, today: '2026-06-01', minNights: 1 })
    return wishes.filter(matches).length
  }
}

async function medianMs(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.slice(Math.floor(rounds / 10)).sort((a, b) => a - b)[Math.floor((rounds * 0.9) / 2)]!
}

function digits(night: string): string {
  return night.replaceAll('-', '')
}

function ms(value: number): string {
  return `${value.toFixed(2).padStart(7)} ms`
}

function ratio(slow: number, fast: number): string {
  return `${(slow / fast).toFixed(1)} times`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
