import { describe, expect, test } from 'vitest'
import { answerOf, calendar, event, nightsIn, nightsOf, stay, summer, timedStay } from './given-feed.ts'

const twoNights = nightsOf('07-01 07-02')

describe('the platforms', () => {
  test.each([
    ['Airbnb', 'Reserved'],
    ['Airbnb, blocked', 'Airbnb (Not available)'],
    ['Booking.com', 'CLOSED - Not available'],
    ['Vrbo', 'Reserved - Jane'],
    ['Vrbo, blocked', 'Blocked'],
    ['Vrbo in French', 'Réservé - Jane'],
    ['Vrbo in French, blocked', 'Indisponible'],
  ])('%s: "%s" occupies the night', async (_, label) => {
    expect(await nightsIn(calendar(stay('20260701', '20260703', `SUMMARY:${label}`, 'UID:a@b')))).toEqual(
      twoNights,
    )
  })

  test('prep nights beside a stay are nights', async () => {
    const feed = calendar(
      stay('20260701', '20260702'),
      stay('20260702', '20260704'),
      stay('20260704', '20260705'),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-02 07-03 07-04'))
  })

  test('Smoobu’s check-in and check-out markers take no night of their own', async () => {
    const timed = calendar(
      stay('20260701', '20260703', 'SUMMARY:Jane'),
      timedStay('Europe/Berlin', '20260701T160000', '20260701T170000', 'SUMMARY:Check-in Jane'),
      timedStay('Europe/Berlin', '20260703T100000', '20260703T110000', 'SUMMARY:Check-out Jane'),
    )
    expect(await nightsIn(timed)).toEqual(twoNights)
    const wholeDays = calendar(
      stay('20260701', '20260703', 'SUMMARY:Jane'),
      stay('20260701', '20260702', 'SUMMARY:Check-in: Jane'),
      stay('20260703', '20260704', 'SUMMARY:Check-out: Jane'),
    )
    expect(await nightsIn(wholeDays)).toEqual(twoNights)
  })

  test('a marker without its stay takes its night: better blocked than falsely free', async () => {
    expect(await nightsIn(calendar(stay('20260703', '20260704', 'SUMMARY:Check-out: Jane')))).toEqual(
      nightsOf('07-03'),
    )
  })

  test('a night that begins where another stay ends is a stay, whatever its label says besides', async () => {
    const feed = calendar(
      stay('20260701', '20260703'),
      stay('20260703', '20260704', 'SUMMARY:Jane, check-out 11:00'),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-02 07-03'))
  })
})

describe('times', () => {
  test.each([
    ['floating', event('DTSTART:20260701T160000', 'DTEND:20260703T110000')],
    ['UTC', event('DTSTART:20260701T140000Z', 'DTEND:20260703T090000Z')],
    ['a zone', timedStay('Europe/Berlin', '20260701T160000', '20260703T110000')],
    ['a zone in quotes', timedStay('"Europe/Berlin"', '20260701T160000', '20260703T110000')],
    [
      'a vendor’s path',
      timedStay('/mozilla.org/20050126_1/Europe/Berlin', '20260701T160000', '20260703T110000'),
    ],
    ['a Windows name', timedStay('W. Europe Standard Time', '20260701T160000', '20260703T110000')],
    [
      'a long Windows name',
      timedStay(
        '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
        '20260701T160000',
        '20260703T110000',
      ),
    ],
    ['a name that nothing explains', timedStay('Our house', '20260701T160000', '20260703T110000')],
    ['an offset', timedStay('GMT+0200', '20260701T160000', '20260703T110000')],
    ['another zone', timedStay('America/New_York', '20260701T100000', '20260703T050000')],
    ['whole days by the minute', event('DTSTART:20260701T000000', 'DTEND:20260702T235959')],
  ])('in %s: a stay from afternoon to morning takes the nights between its local dates', async (_, one) => {
    expect(await nightsIn(calendar(one))).toEqual(twoNights)
  })

  test('local dates are the property’s: the same instants are other nights elsewhere', async () => {
    const feed = calendar(event('DTSTART:20260701T030000Z', 'DTEND:20260703T030000Z'))
    expect(await nightsIn(feed, 'Europe/Berlin')).toEqual(nightsOf('07-01 07-02'))
    expect(await nightsIn(feed, 'America/New_York')).toEqual(nightsOf('06-30 07-01'))
  })

  test('X-WR-TIMEZONE is ignored: floating times are the property’s own', async () => {
    const feed = calendar(
      'X-WR-TIMEZONE:Pacific/Auckland',
      event('DTSTART:20260701T160000', 'DTEND:20260703T110000'),
    )
    expect(await nightsIn(feed, 'America/New_York')).toEqual(twoNights)
  })

  test('a zone that only the feed describes is read by its rules, summer time included', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Ranch',
      'BEGIN:STANDARD',
      'DTSTART:20071104T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'TZOFFSETFROM:-0600',
      'TZOFFSETTO:-0700',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20070311T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'TZOFFSETFROM:-0700',
      'TZOFFSETTO:-0600',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ].join('\r\n')
    const year = { from: '2026-01-01', to: '2027-01-01' }
    // 22:30 in Denver is 00:30 in New York in summer as in winter; an hour too few or too many would show.
    const feed = calendar(
      zone,
      timedStay('Ranch', '20260701T220000', '20260703T110000'),
      timedStay('Ranch', '20261201T215900', '20261203T110000'),
    )
    expect(await nightsIn(feed, 'America/New_York', year)).toEqual(nightsOf('07-02 12-01 12-02'))
  })

  test('an entry within one day takes that night, unless it marks a departure', async () => {
    expect(await nightsIn(calendar(event('DTSTART:20260701T100000', 'DTEND:20260701T120000')))).toEqual(
      nightsOf('07-01'),
    )
    const besides = calendar(
      timedStay('Europe/Berlin', '20260701T160000', '20260703T100000'),
      timedStay('Europe/Berlin', '20260703T100000', '20260703T140000', 'SUMMARY:Cleaning'),
    )
    expect(await nightsIn(besides)).toEqual(twoNights)
  })

  test('the process’s own timezone changes nothing', async () => {
    const feed = calendar(
      event('UID:a', 'DTSTART;VALUE=DATE:20260701', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      timedStay('W. Europe Standard Time', '20260720T160000', '20260722T110000'),
    )
    const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']
    const before = process.env['TZ']
    const answers: unknown[] = []
    for (const zone of zones) {
      process.env['TZ'] = zone
      answers.push(await nightsIn(feed))
    }
    process.env['TZ'] = before
    expect(answers).toEqual(zones.map(() => nightsOf('07-01 07-08 07-20 07-21')))
    expect(process.env['TZ']).toBe('UTC')
  })
})

describe('ends', () => {
  test.each([
    ['no DTEND', event('DTSTART;VALUE=DATE:20260701')],
    ['DTEND equal to DTSTART', stay('20260701', '20260701')],
    ['DTEND before DTSTART', stay('20260701', '20260625')],
    ['no end of a time', event('DTSTART:20260701T160000')],
    ['a DURATION of a day', event('DTSTART;VALUE=DATE:20260701', 'DURATION:P1D')],
    ['a date without VALUE', event('DTSTART:20260701', 'DTEND:20260702')],
  ])('%s: one night', async (_, one) => {
    expect(await nightsIn(calendar(one))).toEqual(nightsOf('07-01'))
  })

  test.each(['P2D', 'P1DT19H', 'PT43H', 'PT40H30M'])('DURATION:%s', async (duration) => {
    const feed = calendar(event('DTSTART;TZID=Europe/Berlin:20260701T160000', `DURATION:${duration}`))
    expect(await nightsIn(feed)).toEqual(twoNights)
  })

  test('in the year 9999 are cut, and the horizon says so', async () => {
    const answer = await answerOf(calendar(stay('20260920', '99991231')))
    expect(answer).toMatchObject({
      ok: true,
      content: { blocked: [{ from: '2026-09-20', to: summer.to }], furthest: summer.to, readUpTo: summer.to },
    })
  })
})

describe('repeating events', () => {
  const weekly = [
    'UID:r',
    'DTSTART;TZID=Europe/Berlin:20260701T160000',
    'DTEND;TZID=Europe/Berlin:20260702T110000',
  ]

  test('with EXDATE', async () => {
    const feed = calendar(
      event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20260708T160000'),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-15 07-22'))
  })

  test('with EXDATE in UTC, or of whole days', async () => {
    const inUtc = calendar(event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20260708T140000Z'))
    expect(await nightsIn(inUtc)).toEqual(nightsOf('07-01'))
    const days = calendar(
      event('DTSTART;VALUE=DATE:20260701', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20260702'),
    )
    expect(await nightsIn(days)).toEqual(nightsOf('07-01 07-03'))
  })

  test('with an exception that cannot be read, which frees nothing', async () => {
    const feed = calendar(event('DTSTART;VALUE=DATE:20260701', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:soon'))
    expect(await nightsIn(feed)).toEqual(twoNights)
  })

  test('with RDATE, as dates and as periods', async () => {
    const dates = calendar(event('DTSTART;VALUE=DATE:20260701', 'RDATE;VALUE=DATE:20260710,20260712'))
    expect(await nightsIn(dates)).toEqual(nightsOf('07-01 07-10 07-12'))
    const period = calendar(event(...weekly, 'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260710T160000/P2D'))
    expect(await nightsIn(period)).toEqual(nightsOf('07-01 07-10 07-11'))
  })

  test('with an instance that moved, and one that was cancelled', async () => {
    const feed = calendar(
      event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      timedStay(
        'Europe/Berlin',
        '20260709T160000',
        '20260711T110000',
        'UID:r',
        'RECURRENCE-ID;TZID=Europe/Berlin:20260708T160000',
      ),
      timedStay(
        'Europe/Berlin',
        '20260715T160000',
        '20260716T110000',
        'UID:r',
        'RECURRENCE-ID:20260715T140000Z',
        'STATUS:CANCELLED',
      ),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-09 07-10 07-22'))
  })

  test('with a change to this and all following', async () => {
    const feed = calendar(
      event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      timedStay(
        'Europe/Berlin',
        '20260716T160000',
        '20260717T110000',
        'UID:r',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260715T160000',
      ),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-08 07-16 07-23'))
  })

  test('whose override has no master still take their night, each of them', async () => {
    const feed = calendar(
      stay('20260701', '20260702', 'UID:o', 'RECURRENCE-ID;VALUE=DATE:20260701'),
      stay('20260705', '20260706', 'UID:o', 'RECURRENCE-ID;VALUE=DATE:20260705'),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-05'))
  })

  test('with UNTIL as a date, in UTC, and as a local midnight in UTC', async () => {
    const until = (value: string) =>
      calendar(event('DTSTART;VALUE=DATE:20260701', `RRULE:FREQ=DAILY;UNTIL=${value}`))
    expect(await nightsIn(until('20260702'))).toEqual(twoNights)
    expect(await nightsIn(until('20260701T220000Z'))).toEqual(twoNights)
    const timed = calendar(event(...weekly, 'RRULE:FREQ=DAILY;UNTIL=20260702T140000Z'))
    expect(await nightsIn(timed)).toEqual(twoNights)
  })

  test('keep the hour when summer time ends', async () => {
    const lines = ['DTSTART;TZID=Europe/Berlin:20261018T233000', 'DTEND;TZID=Europe/Berlin:20261019T090000']
    const feed = calendar(event(...lines, 'RRULE:FREQ=WEEKLY;COUNT=3'))
    const autumn = { from: '2026-10-01', to: '2026-12-01' }
    expect(await nightsIn(feed, 'Europe/Berlin', autumn)).toEqual(nightsOf('10-18 10-25 11-01'))
  })

  test('across a change of the clock take the later of the two ends that readers give them', async () => {
    // Friday to Sunday with the change on Sunday morning: by its length, the stay ends after the property's midnight.
    const lines = ['DTSTART;TZID=Europe/Lisbon:20270319T160000', 'DTEND;TZID=Europe/Lisbon:20270321T110000']
    const spring = { from: '2027-03-14', to: '2027-04-01' }
    const nights = ['2027-03-19', '2027-03-20', '2027-03-26', '2027-03-27']
    const weekly = calendar(event(...lines, 'RRULE:FREQ=WEEKLY;COUNT=2'))
    expect(await nightsIn(weekly, 'Pacific/Pago_Pago', spring)).toEqual(nights)
    const lasting = calendar(event('DTSTART;TZID=America/New_York:20270307T120000', 'DURATION:PT164H'))
    expect(await nightsIn(lasting, 'Australia/Lord_Howe', spring)).toEqual(['2027-03-14'])
  })

  test('without end block every night, and say how far they were read', async () => {
    const answer = await answerOf(calendar(event('DTSTART;VALUE=DATE:19700101', 'RRULE:FREQ=DAILY')))
    expect(answer).toMatchObject({ ok: true, content: { furthest: summer.to, readUpTo: summer.to } })
    expect(await nightsIn(calendar(event('DTSTART;VALUE=DATE:19700101', 'RRULE:FREQ=DAILY')))).toHaveLength(
      122,
    )
  })

  test.each([
    ['longer than node-ical follows', 'DTSTART;VALUE=DATE:19600101', 'RRULE:FREQ=DAILY;COUNT=90000'],
    ['by the second', 'DTSTART:19990101T000000Z', 'RRULE:FREQ=SECONDLY'],
    ['by the hour', 'DTSTART:20260101T000000Z', 'RRULE:FREQ=HOURLY;COUNT=20000'],
  ])('%s block rather than free', async (_, start, rule) => {
    expect(await nightsIn(calendar(event(start, rule)))).toHaveLength(122)
  })

  test('whose rule cannot be read keep their first night and spoil no other', async () => {
    const feed = calendar(
      event('DTSTART;VALUE=DATE:20260701', 'RRULE:FREQ=SOMETIMES'),
      stay('20260702', '20260703'),
    )
    expect(await nightsIn(feed)).toEqual(twoNights)
  })
})

describe('what does not take a night', () => {
  test.each(['STATUS:CANCELLED', 'TRANSP:TRANSPARENT', 'status:cancelled'])('%s', async (line) => {
    expect(
      await nightsIn(calendar(stay('20260701', '20260703'), stay('20260710', '20260712', line))),
    ).toEqual(twoNights)
  })

  test('a torn text, also of the calendar’s own', async () => {
    expect(
      await nightsIn(calendar('X-WR-CALDESC:House', 'by the sea', stay('20260701', '20260703'))),
    ).toEqual(twoNights)
    expect(await nightsIn(calendar(stay('20260701', '20260703', 'DESCRIPTION:Phone', 'and mail')))).toEqual(
      twoNights,
    )
  })

  test('a to-do, a journal and an alarm', async () => {
    const feed = calendar(
      'BEGIN:VTODO\r\nDTSTART:20260710T100000\r\nEND:VTODO',
      event(
        'DTSTART;VALUE=DATE:20260701',
        'DTEND;VALUE=DATE:20260703',
        'BEGIN:VALARM\r\nTRIGGER:-PT1H\r\nDURATION:P9D\r\nEND:VALARM',
      ),
    )
    expect(await nightsIn(feed)).toEqual(twoNights)
  })
})

describe('what other readers lose', () => {
  test('events with the same UID', async () => {
    const feed = calendar(stay('20260701', '20260702', 'UID:x'), stay('20260702', '20260703', 'UID:x'))
    expect(await nightsIn(feed)).toEqual(twoNights)
  })

  test('events without a UID, with one that has parameters, with DTSTART twice', async () => {
    const feed = calendar(
      stay('20260701', '20260702'),
      stay('20260702', '20260703', 'UID;X=1:x'),
      event('DTSTART;VALUE=DATE:20260705', 'DTSTART;VALUE=DATE:20260707'),
    )
    expect(await nightsIn(feed)).toEqual(nightsOf('07-01 07-02 07-05 07-07'))
  })

  test('several calendars in one file, a byte order mark, bare line feeds, small letters', async () => {
    const one = calendar(stay('20260701', '20260702', 'UID:x'))
    const two = calendar(stay('20260702', '20260703', 'UID:x'))
    expect(await nightsIn(`\ufeff${one}${two}`)).toEqual(twoNights)
    expect(await nightsIn(`${one}${two}`.replaceAll('\r\n', '\n'))).toEqual(twoNights)
    expect(await nightsIn(one.toLowerCase() + two.toLowerCase())).toEqual(twoNights)
    expect(await nightsIn(Buffer.from(`\ufeff${one}${two}`, 'utf16le'))).toEqual(twoNights)
  })

  test('folds, also inside of a UTF-8 character and of a date', async () => {
    const text = calendar(stay('20260701', '20260703', 'SUMMARY:Zoë'))
    const bytes = Buffer.from(text)
    const inCharacter = bytes.indexOf(0xc3) + 1
    const folded = Buffer.concat([
      bytes.subarray(0, inCharacter),
      Buffer.from('\r\n '),
      bytes.subarray(inCharacter),
    ])
    expect(await nightsIn(folded)).toEqual(twoNights)
    expect(
      await nightsIn(text.replace('20260703', '2026\r\n\t0703').replace('VALUE=DATE', 'VAL\r\n UE=DATE')),
    ).toEqual(twoNights)
  })

  test('busy times', async () => {
    const feed = calendar('BEGIN:VFREEBUSY\r\nFREEBUSY:20260701T140000Z/20260703T090000Z\r\nEND:VFREEBUSY')
    expect(await nightsIn(feed)).toEqual(twoNights)
  })
})

describe('what must not be taken for a calendar', () => {
  const whole = calendar(stay('20260701', '20260703'), stay('20260710', '20260712'))

  test.each([
    ['nothing', '', 'empty'],
    ['blank lines', '\r\n \r\n', 'empty'],
    ['HTML', '<!doctype html><html><body>Sign in</body></html>', 'not_a_calendar'],
    ['JSON', '{"code":500}', 'not_a_calendar'],
    ['a calendar after something else', `Warning: foo\r\n${whole}`, 'not_a_calendar'],
    ['a calendar before something else', `${whole}<!-- cached -->`, 'truncated'],
    [
      'an error page among the events',
      calendar(stay('20260701', '20260703'), '<html><body>502 Bad Gateway</body></html>'),
      'not_a_calendar',
    ],
    [
      'an error page inside an event',
      calendar(stay('20260701', '20260703', '<!DOCTYPE html><html>')),
      'not_a_calendar',
    ],
    [
      'an error in JSON before the events',
      calendar('{"code":500}', stay('20260701', '20260703')),
      'not_a_calendar',
    ],
    ['an end that a NUL byte hides', whole.replace('DTEND', 'DT\0END'), 'not_a_calendar'],
    ['text between calendars', `${whole}oops\r\n${whole}`, 'not_a_calendar'],
    ['the first line alone', 'BEGIN:VCALENDAR\r\n', 'truncated'],
    ['an event that is not closed', whole.replace('END:VEVENT\r\n', ''), 'truncated'],
    [
      'a calendar that is not closed before the next',
      whole.replace('END:VCALENDAR', '') + whole,
      'truncated',
    ],
    ['an event without a date', calendar(event('UID:x')), 'unreadable_event'],
    ['an event at no date', calendar(stay('20260231', '20260303')), 'unreadable_event'],
    [
      'an event without a readable end',
      calendar(event('DTSTART;VALUE=DATE:20260701', 'DTEND:later')),
      'unreadable_event',
    ],
    [
      'an event whose end is torn',
      whole.replace('DTEND;VALUE=DATE:', 'DTEND;VALUE=DATE'),
      'unreadable_event',
    ],
    [
      'an event of no readable length',
      calendar(event('DTSTART;VALUE=DATE:20260701', 'DURATION:P')),
      'unreadable_event',
    ],
  ])('%s', async (_, feed, reason) => {
    expect(await nightsIn(feed)).toBe(reason)
  })

  test('a file that was cut anywhere', async () => {
    for (let end = 0; end < whole.trimEnd().length; end++) {
      const answer = await nightsIn(whole.slice(0, end))
      expect(answer, `cut after ${end} characters`).toBeTypeOf('string')
    }
  })

  test('a calendar without events is one', async () => {
    expect(await nightsIn(calendar())).toEqual([])
  })
})
