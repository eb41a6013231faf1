/** Mangled feeds: the reader never throws, and a rejected reading never frees a night. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmedFree, emptyCalendar } from '../../../domain/calendar.ts'
import { listNights } from '../../../domain/nights.ts'
import { takeReading } from '../../../domain/openings.ts'
import { readQuickly, readThoroughly } from '../../../lambdas/lib/calendar-feed/read-calendar.ts'
import { readBody } from '../../../lambdas/lib/calendar-feed/read-feed.ts'
import { calendar, event, stay, summer, timedStay } from './given-feed.ts'

const question = { timezone: 'Europe/Berlin', window: summer }

const whole = Buffer.from(
  calendar(
    stay('20260701', '20260704', 'UID:a', 'SUMMARY:Reserved'),
    stay('20260710', '20260712', 'UID:b', 'SUMMARY:CLOSED - Not available'),
    timedStay('Europe/Berlin', '20260801T160000', '20260805T110000', 'UID:c'),
    event('UID:d', 'DTSTART;VALUE=DATE:20260820', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20260827'),
    stay('20260903', '20260905', 'UID:d', 'RECURRENCE-ID;VALUE=DATE:20260903'),
  ),
)

/** Bytes that mean something in a calendar, so that mangling hits more than labels. */
const piece = fc
  .constantFrom(
    ...[
      '\r\n',
      '\n',
      ' ',
      ':',
      ';',
      ',',
      'BEGIN:VEVENT\r\n',
      'END:VEVENT\r\n',
      'END:VCALENDAR\r\n',
      'RRULE:FREQ=DAILY\r\n',
    ],
    ...[
      'DTSTART',
      'T',
      'Z',
      '9',
      '\0',
      'ÿ',
      '"',
      'TZID=',
      'DURATION:P1W\r\n',
      'RRULE:FREQ=YEARLY;BYDAY=9XX;COUNT=-1\r\n',
    ],
  )
  .map((text) => Buffer.from(text, 'latin1'))

const mangling = fc.record({
  at: fc.nat(whole.length),
  drop: fc.nat(60),
  insert: fc.option(
    fc.oneof(
      piece,
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    ),
  ),
})

const mangled = fc
  .array(mangling, { minLength: 1, maxLength: 4 })
  .map((manglings) =>
    manglings.reduce(
      (bytes, { at, drop, insert }) =>
        Buffer.concat([bytes.subarray(0, at), insert ?? Buffer.alloc(0), bytes.subarray(at + drop)]),
      whole,
    ),
  )

/** The thread adds nothing here but time. */
const reader = {
  read: readThoroughly,
  close: () => Promise.resolve(),
}

test('no mangled feed makes a reader throw, nor the two disagree', async () => {
  await fc.assert(
    fc.asyncProperty(mangled, async (bytes) => {
      const quick = readQuickly(bytes, question)
      const full = await readThoroughly(bytes, question)
      if (quick !== 'undecided') expect(quick).toEqual(full)
    }),
    { numRuns: 4_000 },
  )
})

test('a rejected reading frees no night, and the accepted one stays', async () => {
  const context = { timezone: question.timezone }
  const first = '2026-06-01T08:00:00.000Z'
  const reading = await readBody(whole, undefined, { ...context, now: first }, reader)
  const before = takeReading(emptyCalendar('prop_x'), { link: reading }, { ...context, now: first }).state
  await fc.assert(
    fc.asyncProperty(mangled, async (bytes) => {
      const now = '2026-06-01T08:15:00.000Z'
      const next = await readBody(bytes, before.links[0]?.hash, { ...context, now }, reader)
      fc.pre(next.kind === 'failed')
      const taken = takeReading(before, { link: next }, { ...context, now })
      expect(taken.confirmed).toEqual([])
      expect(confirmedFree(taken.state, '2026-06-01')).toEqual([])
      expect(taken.state.links[0]?.blocked).toEqual(before.links[0]?.blocked)
      expect(taken.happened).toMatchObject([{ kind: 'failed', failures: 1 }])
    }),
    { numRuns: 500 },
  )
})

test('random bytes and random text are no calendar', async () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ maxLength: 300 }).map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(noise, async (bytes) => {
      expect(await readThoroughly(bytes, question)).toMatchObject({ ok: false })
    }),
    { numRuns: 1_000 },
  )
})

test('a torn date never frees nights of the other events', async () => {
  const others = ['2026-07-10', '2026-07-11']
  await fc.assert(
    fc.asyncProperty(fc.nat(80), fc.uint8Array({ minLength: 1, maxLength: 3 }), async (offset, bytes) => {
      const at = whole.indexOf('DTSTART') + (offset % 30)
      const torn = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + bytes.length)])
      const answer = await readThoroughly(torn, question)
      if (answer.ok) expect(listNights(answer.content.blocked)).toEqual(expect.arrayContaining(others))
    }),
    { numRuns: 500 },
  )
})
