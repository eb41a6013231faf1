import { describe, expect, test } from 'vitest'
import {
  availability,
  CalendarState,
  confirmedFree,
  freeNights,
  hasPending,
  horizon,
  isStayConfirmedFree,
  isStayFree,
  stillFree,
} from '../../domain/calendar.ts'
import { dismissHold, markAnnounced, releaseHold } from '../../domain/openings.ts'
import { failed, givenCalendar, instant, nights, told } from './given-calendar.ts'
import type { Booking } from './given-calendar.ts'

const july: Booking = ['2026-07-10', 4]
const august: Booking = ['2026-08-01', 7]
const stay = { checkIn: '2026-07-10', checkOut: '2026-07-14' }

/** A calendar with two stays, read twice on 1 June. */
function twoStays() {
  const calendar = givenCalendar()
  calendar.read('06-01T08:00', [july, august])
  calendar.read('06-01T08:15', [july, august])
  return calendar
}

describe('a cancelled stay', () => {
  test('is told by the next reading that still shows it, ten minutes later or more', () => {
    const calendar = twoStays()
    expect(told(calendar.read('06-01T09:00', [august]).happened)).toEqual([])
    expect(told(calendar.read('06-01T09:15', [august]).happened)).toEqual(['opening 2026-07-10..2026-07-14'])
    expect(told(calendar.read('06-01T09:30', [august]).happened)).toEqual([])
  })

  test('is not confirmed by a reading that comes too soon, which does not start the wait again', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    expect(told(calendar.read('06-01T09:09', [august]).happened)).toEqual([])
    expect(told(calendar.read('06-01T09:10', [august]).happened)).toEqual(['opening 2026-07-10..2026-07-14'])
  })

  test('that was a glitch is never told', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    calendar.read('06-01T09:15', [july, august])
    calendar.read('06-01T09:30', [july, august])
    expect(calendar.happened).toEqual([])
    expect(hasPending(calendar.state)).toBe(false)
  })

  test('is confirmed by an unchanged feed as well', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    const taken = calendar.read('06-01T09:15', { kind: 'unchanged' })
    expect(told(taken.happened)).toEqual(['opening 2026-07-10..2026-07-14'])
    expect(taken.changed).toBe(true)
  })

  test('that is the last one of the feed is told like any other', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [july])
    calendar.read('06-01T08:15', [])
    expect(told(calendar.read('06-01T08:30', []).happened)).toEqual(['opening 2026-07-10..2026-07-14'])
  })

  test('is told for those of its nights that were not booked again meanwhile', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    const taken = calendar.read('06-01T09:15', [['2026-07-11', 1], august])
    expect(told(taken.happened)).toEqual(['opening 2026-07-10..2026-07-11', 'opening 2026-07-12..2026-07-14'])
  })

  test('is told for the nights that are still to come', () => {
    const calendar = twoStays()
    calendar.read('07-11T20:00', [august])
    expect(told(calendar.read('07-12T08:00', [august]).happened)).toEqual(['opening 2026-07-12..2026-07-14'])
  })

  test('has the same id however often the reading is retried, and one that names an execution', () => {
    const [one, two] = [twoStays(), twoStays()]
    const ids = [one, two].map((calendar, i) => {
      calendar.read('06-01T09:00', [august])
      const [event] = calendar.read(`06-01T09:${15 + i}`, [august]).happened
      return event?.kind === 'opening' ? event.opening.id : ''
    })
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{20,80}$/)
  })

  test('waits on the list of announcements until its announcement has started', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    calendar.read('06-01T09:15', [august])
    const [opening] = calendar.state.unannounced
    expect(hasPending(calendar.state)).toBe(true)
    const after = markAnnounced(calendar.state, [opening!.id])
    expect(after.unannounced).toEqual([])
    expect(after.recent).toHaveLength(1)
  })
})

describe('what is no opening', () => {
  test('another cut of the same nights', () => {
    const calendar = twoStays()
    calendar.read('06-02T08:00', [['2026-07-10', 2], ['2026-07-12', 2], august])
    calendar.read('06-02T08:15', [['2026-07-10', 3], ['2026-07-12', 2], august])
    expect(calendar.happened).toEqual([])
  })

  test('nights that pass', () => {
    const calendar = twoStays()
    calendar.read('07-20T08:00', [august])
    calendar.read('07-20T08:15', [august])
    expect(calendar.happened).toEqual([])
  })

  test('a link that the manager takes away, but a request for the dates matches once two readings agree', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: [august], b: [july] })
    calendar.read('06-01T08:15', { a: [august], b: [july] })
    calendar.read('06-01T08:30', { a: [august] })
    expect(isStayConfirmedFree(calendar.state, stay, '2026-06-01')).toBe(false)
    calendar.read('06-01T08:45', { a: { kind: 'unchanged' } })
    expect(calendar.happened).toEqual([])
    expect(isStayConfirmedFree(calendar.state, stay, '2026-06-01')).toBe(true)
  })
})

describe('the first reading', () => {
  test('frees nothing for certain: a glitch could be the first thing that is seen', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [])
    expect(isStayFree(calendar.state, stay, '2026-06-01')).toBe(true)
    expect(isStayConfirmedFree(calendar.state, stay, '2026-06-01')).toBe(false)
    calendar.read('06-01T08:15', [july])
    calendar.read('06-01T08:30', [july])
    expect(isStayConfirmedFree(calendar.state, stay, '2026-06-01')).toBe(false)
    expect(calendar.happened).toEqual([])
  })

  test('is confirmed by the second, which names the nights that dated requests may now match', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [july])
    const taken = calendar.read('06-01T08:15', { kind: 'unchanged' })
    expect(taken.confirmed[0]).toEqual({ from: '2026-06-01', to: '2026-07-10' })
    expect(confirmedFree(calendar.state, '2026-06-01')).toEqual([
      { from: '2026-06-01', to: '2026-07-10' },
      { from: '2026-07-14', to: '2027-06-01' },
    ])
  })
})

describe('a reading that brings nothing new', () => {
  test('need not be stored', () => {
    const calendar = twoStays()
    expect(calendar.read('06-01T08:30', { kind: 'unchanged' }).changed).toBe(false)
    expect(calendar.read('06-09T08:30', { kind: 'unchanged' }).changed).toBe(false)
  })

  test('need not be stored either when only its text differs, but is from time to time', () => {
    const calendar = twoStays()
    const sameNights = { ...nights([july, august]), hash: 'other text' } as const
    expect(calendar.read('06-01T09:00', sameNights).changed).toBe(false)
    expect(calendar.read('06-01T20:00', sameNights).changed).toBe(true)
    expect(calendar.read('06-01T20:15', sameNights).changed).toBe(false)
  })
})

describe('several links', () => {
  test('a night is free only when every link has it free', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: [july], b: [july, august] })
    calendar.read('06-01T08:15', { a: [july], b: [july, august] })
    calendar.read('06-01T09:00', { a: [], b: [july, august] })
    calendar.read('06-01T09:15', { a: [], b: [july, august] })
    expect(calendar.happened).toEqual([])
    calendar.read('06-01T10:00', { a: [], b: [august] })
    expect(told(calendar.read('06-01T10:15', { a: [], b: [august] }).happened)).toEqual([
      'opening 2026-07-10..2026-07-14',
    ])
  })

  test('one that fails makes what is not taken unknown, and keeps what the others free for later', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: [july], b: [august] })
    calendar.read('06-01T08:15', { a: [july], b: [august] })
    calendar.read('06-01T09:00', { a: [], b: failed })
    calendar.read('06-01T09:15', { a: [], b: failed })
    expect(freeNights(calendar.state, '2026-06-01')).toEqual([])
    expect(
      availability(calendar.state, { from: '2026-07-09', to: '2026-07-11' }, '2026-06-01').map(
        (one) => one.state,
      ),
    ).toEqual(['unknown', 'taken'])
    calendar.read('06-01T09:30', { a: [], b: [august] })
    const taken = calendar.read('06-01T09:45', { a: [], b: [august] })
    expect(told(taken.happened)).toEqual(['opening 2026-07-10..2026-07-14'])
  })

  test('what a good link newly takes counts at once, even while another fails', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: [], b: [july, august] })
    calendar.read('06-01T09:00', { a: [], b: [august] })
    calendar.read('06-01T09:15', { a: [], b: [august] })
    const [opening] = calendar.state.unannounced
    calendar.read('06-01T09:30', { a: [['2026-07-10', 1]], b: failed })
    expect(stillFree(calendar.state, opening!, '2026-06-01')).toEqual([
      { from: '2026-07-11', to: '2026-07-14' },
    ])
    // The feed goes back to the text that was accepted before; its nights must not stay taken for that.
    const taken = calendar.read('06-01T09:45', { a: nights([]), b: [august] })
    expect(taken.state.links[0]?.blocked).toEqual([])
  })

  test('one that is left alone is neither good nor failing once more', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: [july], b: [august] })
    calendar.read('06-01T08:15', { a: [july], b: failed })
    const reading = { a: nights([]), b: { kind: 'left_alone' } } as never
    expect(told(calendar.read('06-01T08:20', reading).happened)).toEqual([])
    expect(calendar.state.links[1]?.failures).toBe(1)
  })
})

describe('a failed reading', () => {
  test('frees nothing, keeps the accepted one, and is counted and backed off', () => {
    const calendar = twoStays()
    expect(told(calendar.read('06-01T09:00', failed).happened)).toEqual(['failed http_status 1'])
    calendar.read('06-01T09:15', failed)
    expect(calendar.state.links[0]).toMatchObject({
      failures: 2,
      failingSince: instant('06-01T09:00'),
      failure: 'http_status',
      failureStatus: 500,
      nextTryAt: instant('06-01T09:45'),
    })
    expect(isStayFree(calendar.state, { checkIn: '2026-06-20', checkOut: '2026-06-22' }, '2026-06-01')).toBe(
      false,
    )
    expect(told(calendar.read('06-01T10:00', [july, august]).happened)).toEqual(['recovered'])
    expect(calendar.state.links[0]).not.toHaveProperty('failure')
    calendar.read('06-01T10:15', [july, august])
    expect(told(calendar.happened).filter((one) => one.startsWith('opening'))).toEqual([])
  })

  test('between the two that show a cancellation does not lose it', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    calendar.read('06-01T09:15', failed)
    expect(told(calendar.read('06-01T09:30', [august]).happened)).toContain('opening 2026-07-10..2026-07-14')
  })

  test('leaves an opening that is being told as it was in the accepted reading', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    calendar.read('06-01T09:15', [august])
    calendar.read('06-01T09:30', failed)
    const [opening] = calendar.state.unannounced
    expect(stillFree(calendar.state, opening!, '2026-06-01')).toEqual([
      { from: '2026-07-10', to: '2026-07-14' },
    ])
  })

  test('is worth a mail to the manager once, after a day', () => {
    const calendar = twoStays()
    const mails = ['06-01T09:00', '06-02T08:00', '06-02T09:00', '06-02T15:00', '06-04T09:00'].map((time) => {
      const [event] = calendar.read(time, failed).happened
      return event?.kind === 'failed' && event.tellManager
    })
    expect(mails).toEqual([false, false, true, false, false])
  })
})

describe('a suspicious drop', () => {
  const spread: Booking[] = [
    ['2026-07-01', 2],
    ['2026-07-10', 4],
    ['2026-08-01', 7],
    ['2026-09-01', 3],
  ]

  function dropped(left: Booking[]) {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', spread)
    calendar.read('06-01T08:15', spread)
    calendar.read('06-01T09:00', left)
    return calendar
  }

  test('of three runs is held for two hours of good readings and then told', () => {
    const calendar = dropped(spread.slice(3))
    calendar.read('06-01T09:15', spread.slice(3))
    calendar.read('06-01T10:59', spread.slice(3))
    expect(told(calendar.happened)).toEqual(['held many_runs'])
    expect(isStayConfirmedFree(calendar.state, stay, '2026-06-01')).toBe(false)
    expect(told(calendar.read('06-01T11:00', spread.slice(3)).happened)).toEqual([
      'opening 2026-07-01..2026-07-03',
      'opening 2026-07-10..2026-07-14',
      'opening 2026-08-01..2026-08-08',
    ])
    expect(isStayConfirmedFree(calendar.state, stay, '2026-06-01')).toBe(true)
  })

  test('of all of three events is held, even when they stand back to back', () => {
    const calendar = givenCalendar()
    const chain: Booking[] = [
      ['2026-07-01', 3],
      ['2026-07-04', 3],
      ['2026-07-07', 3],
    ]
    calendar.read('06-01T08:00', chain)
    calendar.read('06-01T09:00', [])
    expect(told(calendar.happened)).toEqual(['held all_events_gone'])
  })

  test('of more than 30 nights is held and then told as a calendar that opened', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [
      ['2026-07-01', 31],
      ['2026-10-01', 2],
    ])
    calendar.read('06-01T09:00', [['2026-10-01', 2]])
    expect(told(calendar.happened)).toEqual(['held many_nights'])
    expect(told(calendar.read('06-01T11:00', [['2026-10-01', 2]]).happened)).toEqual([
      'season 2026-07-01..2026-08-01',
    ])
  })

  test('of 30 nights in one run is a season that need not be held', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [
      ['2026-07-01', 30],
      ['2026-10-01', 2],
    ])
    calendar.read('06-01T09:00', [['2026-10-01', 2]])
    expect(told(calendar.read('06-01T09:15', [['2026-10-01', 2]]).happened)).toEqual([
      'season 2026-07-01..2026-07-31',
    ])
  })

  test('that comes back is never told', () => {
    const calendar = dropped([])
    calendar.read('06-01T10:00', spread)
    calendar.read('06-01T12:00', spread)
    expect(told(calendar.happened)).toEqual(['held all_events_gone'])
    expect(hasPending(calendar.state)).toBe(false)
  })

  test('waits for two good hours from the end of a failure on', () => {
    const calendar = dropped([])
    calendar.read('06-01T10:30', failed)
    expect(told(calendar.read('06-01T11:00', []).happened)).toEqual(['recovered'])
    expect(told(calendar.read('06-01T12:59', []).happened)).toEqual([])
    expect(calendar.read('06-01T13:00', []).happened).toHaveLength(4)
  })

  test('in one of two links is held though the other still takes most of it', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: spread, b: spread.slice(1) })
    calendar.read('06-01T09:00', { a: [], b: spread.slice(1) })
    expect(told(calendar.happened)).toEqual(['held all_events_gone'])
    expect(calendar.state.holds[0]?.nights).toEqual([{ from: '2026-07-01', to: '2026-07-03' }])
  })

  test('of two runs is not suspicious', () => {
    expect(told(dropped(spread.slice(2)).happened)).toEqual([])
  })

  test('is told at once when the manager releases it', () => {
    const calendar = dropped(spread.slice(3))
    const context = { now: instant('06-01T09:05'), timezone: 'UTC' }
    const released = releaseHold(calendar.state, calendar.state.holds[0]!.id, context)
    expect(told(released.happened)).toHaveLength(3)
    expect(released.state.unannounced).toHaveLength(3)
    expect(isStayConfirmedFree(released.state, stay, '2026-06-01')).toBe(true)
    expect(releaseHold(released.state, calendar.state.holds[0]!.id, context).changed).toBe(false)
  })

  test('is taken for booked when the manager dismisses it, until the feed has booked the nights again', () => {
    const calendar = dropped(spread.slice(3))
    calendar.state = dismissHold(calendar.state, calendar.state.holds[0]!.id).state
    calendar.read('06-01T12:00', spread.slice(3))
    calendar.read('06-01T15:00', spread.slice(3))
    expect(told(calendar.happened)).toEqual(['held many_runs'])
    expect(isStayFree(calendar.state, stay, '2026-06-01')).toBe(false)

    calendar.read('06-02T08:00', [july, ...spread.slice(3)])
    calendar.read('06-02T09:00', spread.slice(3))
    expect(told(calendar.read('06-02T09:15', spread.slice(3)).happened)).toEqual([
      'opening 2026-07-10..2026-07-14',
    ])
  })
})

describe('an empty body', () => {
  const empty = { kind: 'failed', reason: 'empty' } as const

  function emptied() {
    const calendar = twoStays()
    for (const time of ['06-01T09:00', '06-01T10:00', '06-01T11:00']) calendar.read(time, empty)
    return calendar
  }

  test('is a failure first, and after two hours held and shown', () => {
    expect(told(emptied().happened)).toEqual([
      'failed empty 1',
      'failed empty 2',
      'failed empty 3',
      'held empty_feed',
    ])
  })

  test('means an empty calendar once the manager has said so', () => {
    const calendar = emptied()
    const context = { now: instant('06-01T11:05'), timezone: 'UTC' }
    const released = releaseHold(calendar.state, calendar.state.holds[0]!.id, context)
    expect(told(released.happened)).toEqual([
      'opening 2026-07-10..2026-07-14',
      'opening 2026-08-01..2026-08-08',
    ])
    calendar.state = released.state
    expect(told(calendar.read('06-01T11:15', empty).happened)).toEqual([])
    expect(calendar.read('06-01T11:30', empty).changed).toBe(false)
    // Content ends that trust: the next empty body is a failure again.
    calendar.read('06-02T08:00', [july])
    expect(told(calendar.read('06-02T08:15', empty).happened)).toEqual(['failed empty 1'])
  })

  test('is held once only when the manager dismisses it', () => {
    const calendar = emptied()
    calendar.state = dismissHold(calendar.state, calendar.state.holds[0]!.id).state
    calendar.read('06-01T12:00', empty)
    calendar.read('06-01T15:00', empty)
    expect(told(calendar.happened).filter((one) => one.startsWith('held'))).toHaveLength(1)
  })

  test('of a calendar that never showed anything is held as well', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T09:00', empty)
    calendar.read('06-01T11:00', empty)
    const [hold] = calendar.state.holds
    expect(hold).toMatchObject({ reason: 'empty_feed', nights: [] })
    const context = { now: instant('06-01T11:05'), timezone: 'UTC' }
    const released = releaseHold(calendar.state, hold!.id, context)
    expect(isStayFree(released.state, stay, '2026-06-01')).toBe(true)
  })

  test('question is settled by a body with content', () => {
    const calendar = emptied()
    calendar.read('06-01T11:15', [july, august])
    expect(calendar.state.holds).toEqual([])
  })
})

describe('a manual check', () => {
  test('confirms by its second reading, fetched after the first', () => {
    const calendar = twoStays()
    calendar.read('06-01T09:00', [august])
    expect(told(calendar.read('06-01T09:00', [august], true).happened)).toEqual([])
    expect(told(calendar.read('06-01T09:01', [august], true).happened)).toEqual([
      'opening 2026-07-10..2026-07-14',
    ])
  })

  test('does not cut short what a suspicious drop must wait for', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [['2026-07-01', 3], july, august])
    calendar.read('06-01T09:00', [])
    expect(told(calendar.read('06-01T09:01', [], true).happened)).toEqual([])
  })
})

describe('the horizon', () => {
  test('is twelve months, or the furthest end that the feed shows, but 24 months at most', () => {
    const near = givenCalendar()
    near.read('06-01T08:00', [july])
    expect(horizon(near.state, '2026-06-01')).toBe('2027-06-01')

    const far = givenCalendar()
    far.read('06-01T08:00', [['2027-11-01', 30]])
    expect(horizon(far.state, '2026-06-01')).toBe('2027-12-01')

    const further = givenCalendar()
    further.read('06-01T08:00', [['2027-11-01', 400]])
    expect(horizon(further.state, '2026-06-01')).toBe('2028-06-01')
  })

  test('remembers an end for 30 days after it was last shown', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [july, ['2027-11-01', 30]])
    calendar.read('06-10T08:00', [july])
    expect(horizon(calendar.state, '2026-07-10')).toBe('2027-12-01')
    expect(horizon(calendar.state, '2026-07-11')).toBe('2027-07-11')
  })

  test('is that of the shortest link, and of what was read of rules without end', () => {
    const calendar = givenCalendar()
    const endless = { ...nights([july]), readUpTo: '2026-12-01' } as const
    calendar.read('06-01T08:00', { a: [['2027-11-01', 30]], b: endless })
    expect(horizon(calendar.state, '2026-06-01')).toBe('2026-12-01')
    expect(availability(calendar.state, { from: '2026-11-30', to: '2026-12-02' }, '2026-06-01')).toEqual([
      { from: '2026-11-30', to: '2026-12-01', state: 'free' },
      { from: '2026-12-01', to: '2026-12-02', state: 'unknown' },
    ])
  })

  test('nights beyond it are not free, nor an opening', () => {
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', [july, ['2028-05-25', 20]])
    calendar.read('06-01T09:00', [july])
    expect(told(calendar.read('06-01T09:15', [july]).happened)).toEqual(['opening 2028-05-25..2028-06-01'])
    expect(isStayFree(calendar.state, { checkIn: '2028-06-02', checkOut: '2028-06-04' }, '2026-06-01')).toBe(
      false,
    )
  })
})

describe('what is stored', () => {
  test('survives the table: it parses as its own schema and stays small with two full years booked', () => {
    const full = Array.from({ length: 240 }, (_, i): Booking => [nightAfter('2026-06-02', i * 3), 2])
    const calendar = givenCalendar()
    calendar.read('06-01T08:00', { a: full, b: full, c: full })
    calendar.read('06-01T08:15', { a: full.slice(5), b: full.slice(5), c: full.slice(5) })
    const json = JSON.stringify(calendar.state)
    expect(CalendarState.parse(JSON.parse(json))).toEqual(calendar.state)
    expect(json.length).toBeLessThan(100_000)
  })
})

function nightAfter(night: string, count: number): string {
  return new Date(Date.parse(night) + count * 86_400_000).toISOString().slice(0, 10)
}
