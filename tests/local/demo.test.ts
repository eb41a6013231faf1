import { describe, expect, test } from 'vitest'
import { readGuide } from '../../local/console/guide-steps.ts'
import type { StackState } from '../../local/console/control-api.ts'
import { demoProperties, weekendWaitedFor } from '../../local/demo/company.ts'
import { addBooking, cancelBooking, readBookings, writeFeed } from '../../local/demo/feed-text.ts'
import { intersect } from '../../domain/nights.ts'

const today = '2026-11-21'
const bookings = [
  { from: '2026-12-04', to: '2026-12-07', summary: 'Reserved' },
  { from: '2026-12-11', to: '2026-12-18', summary: 'Reserved' },
]

describe.each(['airbnb', 'booking', 'vrbo'] as const)('a calendar in the shape of %s', (platform) => {
  const feed = writeFeed(platform, bookings)

  test('reads back as it was written', () => {
    expect(readBookings(feed)).toEqual(bookings)
  })

  test('loses the whole booking that takes a night, and only that', () => {
    expect(readBookings(cancelBooking(feed, '2026-12-05'))).toEqual([bookings[1]])
    expect(cancelBooking(feed, '2026-12-07')).toBe(feed)
  })

  test('gains a booking and stays a calendar', () => {
    const fuller = addBooking(feed, { from: '2026-12-08', to: '2026-12-09', summary: 'Reserved' })
    expect(readBookings(fuller).map(({ from }) => from)).toEqual(['2026-12-04', '2026-12-08', '2026-12-11'])
    expect(fuller).toMatch(/END:VCALENDAR\r\n$/)
  })
})

describe('the demo company', () => {
  test.each(['2026-11-20', '2026-11-21', '2026-11-26', '2026-12-31'])(
    'seen from %s waits for a weekend ahead',
    (day) => {
      const friday = weekendWaitedFor(day)
      expect(new Date(`${friday}T00:00:00Z`).getUTCDay()).toBe(5)
      expect(friday > day).toBe(true)
    },
  )

  test('has only guests whose dates are taken, so that nobody is told before something is cancelled', () => {
    for (const { feeds, guests } of demoProperties(today))
      for (const { stay } of guests) {
        if (!stay) continue
        const taken = feeds.flatMap(({ bookings: all }) => all)
        expect(intersect([{ from: stay.checkIn, to: stay.checkOut }], taken)).not.toEqual([])
      }
  })

  test('books no night of a house twice', () => {
    for (const { feeds } of demoProperties(today)) {
      const [first, second] = feeds.map(({ bookings: all }) => all)
      if (first && second) expect(intersect(first, second)).toEqual([])
    }
  })
})

describe('the guide', () => {
  const [cottage] = demoProperties(today)
  const [airbnb] = cottage!.feeds
  const seeded: StackState = {
    now: `${today}T10:05:00.000Z`,
    inbox: [],
    schedules: [{ name: 'dispatch-checks', expression: 'rate(15 minutes)', enabled: true }],
    executions: [],
    feeds: cottage!.feeds.map(({ name, platform, bookings: all }) => ({
      name,
      url: '',
      modifiedAt: `${today}T10:00:00.000Z`,
      fault: null,
      body: writeFeed(platform, all),
    })),
  }
  const cancelled: StackState = {
    ...seeded,
    feeds: seeded.feeds.map((feed) =>
      feed.name === airbnb!.name
        ? {
            ...feed,
            modifiedAt: `${today}T10:06:00.000Z`,
            body: cancelBooking(feed.body, weekendWaitedFor(today)),
          }
        : feed,
    ),
  }
  const check = (lastRunAt: string) => [{ ...seeded.schedules[0]!, lastRunAt }]

  test('starts with nothing done', () => {
    expect([...readGuide(seeded, false)!.done]).toEqual([])
  })

  test('is missing where the demo company is', () => {
    expect(readGuide({ ...seeded, feeds: [] }, false)).toBeUndefined()
  })

  test('lights a step up only for what came after the cancellation', () => {
    expect([...readGuide({ ...cancelled, schedules: check(`${today}T10:01:00.000Z`) }, false)!.done]).toEqual(
      ['cancel'],
    )
    expect([...readGuide({ ...cancelled, schedules: check(`${today}T10:07:00.000Z`) }, false)!.done]).toEqual(
      ['cancel', 'read'],
    )
  })

  test('stays as far as it came when the same calendar is changed again afterwards', () => {
    const told: StackState = {
      ...cancelled,
      schedules: check(`${today}T10:07:00.000Z`),
      executions: [
        {
          id: 'open_1',
          machine: '',
          status: 'RUNNING',
          startedAt: `${today}T10:22:00.000Z`,
          input: {},
          steps: [],
        },
      ],
      feeds: cancelled.feeds.map((feed) => ({ ...feed, modifiedAt: `${today}T10:00:00.000Z` })),
    }
    const changedAgain = {
      ...told,
      feeds: told.feeds.map((feed) =>
        feed.name === airbnb!.name ? { ...feed, modifiedAt: `${today}T10:30:00.000Z` } : feed,
      ),
    }
    expect([...readGuide(changedAgain, false)!.done]).toEqual(['cancel', 'read', 'confirm'])
  })
})
