/** The quick reader, the full reader and node-ical itself must see the same nights in every plain feed. */
import fc from 'fast-check'
import ical from 'node-ical'
import { expect, test } from 'vitest'
import { addNights, dayNumber, listNights, nightOfDay } from '../../../domain/nights.ts'
import { readQuickly, readThoroughly } from '../../../lambdas/lib/calendar-feed/read-calendar.ts'
import { calendar, event } from './given-feed.ts'

const window = { from: '2026-05-01', to: '2027-06-01' }
const question = { timezone: 'Europe/Berlin', window }
const firstDay = dayNumber('2026-04-01')

const label = fc.constantFrom(
  'Reserved',
  'Airbnb (Not available)',
  'CLOSED - Not available',
  'Réservé - Zoë',
  'Check-out',
  'Cleaning',
)
const plainEvent = fc.record({
  day: fc.integer({ min: 0, max: 480 }),
  length: fc.integer({ min: -1, max: 40 }),
  hasEnd: fc.boolean(),
  label,
  value: fc.constantFrom(';VALUE=DATE', ''),
  extra: fc.constantFrom(
    '',
    'STATUS:CONFIRMED',
    'X-A;B="c:d":e',
    'DESCRIPTION:Phone: 123\\, BEGIN:VEVENT',
    'SEQUENCE:0',
  ),
})
type PlainEvent = typeof plainEvent extends fc.Arbitrary<infer One> ? One : never

function written({ day, length, hasEnd, label, value, extra }: PlainEvent, index: number): string {
  const lines = [
    `UID:${index}@test`,
    'DTSTAMP:20260401T000000Z',
    `DTSTART${value}:${digits(day)}`,
    ...(hasEnd ? [`DTEND${value}:${digits(day + length)}`] : []),
    `SUMMARY:${label}`,
    ...(extra ? [extra] : []),
  ]
  return event(...lines)
}

function digits(day: number): string {
  return nightOfDay(firstDay + day).replaceAll('-', '')
}

const feeds = fc
  .tuple(fc.array(plainEvent, { maxLength: 25 }), fc.constantFrom('\r\n', '\n'), fc.boolean())
  .map(([events, lineEnd, isFolded]) => {
    const text = calendar(...events.map(written)).replaceAll('\r\n', lineEnd)
    return { events, text: isFolded ? text.replaceAll('SUMMARY:Res', `SUMMARY:R${lineEnd} es`) : text }
  })

test('the quick reader takes every plain feed, and agrees with the full one', async () => {
  await fc.assert(
    fc.asyncProperty(feeds, async ({ text }) => {
      const quick = readQuickly(Buffer.from(text), question)
      expect(quick).not.toBe('undecided')
      expect(quick).toEqual(await readThoroughly(Buffer.from(text), question))
    }),
    { numRuns: 500 },
  )
})

test('both agree with node-ical, expanded night by night', () => {
  fc.assert(
    fc.property(feeds, ({ text, events }) => {
      fc.pre(events.every((one) => !/check-out|cleaning/i.test(one.label)))
      const quick = readQuickly(Buffer.from(text), question)
      const read = quick !== 'undecided' && quick.ok ? listNights(quick.content.blocked) : []
      expect(read).toEqual(nightsByNodeIcal(text))
    }),
    { numRuns: 300 },
  )
})

/** The usual way: parse, then walk each event's nights. An event that does not end takes its first night. */
function nightsByNodeIcal(text: string): string[] {
  const nights = new Set<string>()
  for (const part of Object.values(ical.sync.parseICS(text))) {
    if (part?.type !== 'VEVENT') continue
    const from = part.start.toISOString().slice(0, 10)
    const end = part.end?.toISOString().slice(0, 10) ?? from
    const to = end > from ? end : addNights(from, 1)
    for (let night = from; night < to; night = addNights(night, 1)) nights.add(night)
  }
  return [...nights].filter((night) => night >= window.from && night < window.to).sort()
}

test('anything beyond a plain feed is left to the full reader', () => {
  const beyond = [
    'RRULE:FREQ=DAILY;COUNT=2',
    'RDATE;VALUE=DATE:20260801',
    'EXDATE;VALUE=DATE:20260801',
    'RECURRENCE-ID;VALUE=DATE:20260801',
    'STATUS:CANCELLED',
    'TRANSP:TRANSPARENT',
    'DURATION:P1D',
    'DTEND :20260801',
    'dtend:20260801',
    'DTEND;TZID=Europe/Berlin:20260801T110000',
    'SUMMARY;LANGUAGE=de:Abreise Jane',
    'BEGIN:VALARM\r\nEND:VALARM',
  ]
  const decided = beyond.filter((line) => {
    const feed = calendar(event('DTSTART;VALUE=DATE:20260701', line))
    return readQuickly(Buffer.from(feed), question) !== 'undecided'
  })
  expect(decided).toEqual([])
})
