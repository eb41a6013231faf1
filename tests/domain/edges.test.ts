import { describe, expect, test } from 'vitest'
import { confirmedFree } from '../../domain/calendar.ts'
import { slidNights } from '../../domain/edges.ts'
import { addNights, nightsBetween, subtract } from '../../domain/nights.ts'
import { givenCalendar, rangesOf, told } from './given-calendar.ts'
import type { Booking } from './given-calendar.ts'

/** What slid between two readings `days` apart, the second on 2 June 2026. */
function slid(before: Booking[], after: Booking[], days = 1, todayInUtc = '2026-06-02') {
  return slidNights({
    before: rangesOf(before),
    after: rangesOf(after),
    beforeOn: addNights('2026-06-02', -days),
    today: '2026-06-02',
    todayInUtc,
  })
}

const booking: Booking = ['2026-07-10', 4]

describe('a booking window', () => {
  test('slides its far block by a day a day', () => {
    expect(slid([booking, ['2026-12-01', 180]], [booking, ['2026-12-02', 180]])).toEqual([
      { from: '2026-12-01', to: '2026-12-02' },
    ])
    expect(slid([['2026-12-01', 180]], [['2026-12-02', 179]])).toHaveLength(1)
  })

  test('of a year has a short far block, whose both ends move', () => {
    expect(slid([booking, ['2027-05-20', 12]], [booking, ['2027-05-21', 12]])).toHaveLength(1)
    expect(slid([booking, ['2027-05-20', 12]], [booking, ['2027-05-21', 11]])).toEqual([])
  })

  test('slides while the export limit behind it wavers', () => {
    expect(slid([['2026-12-01', 364]], [['2026-12-02', 361]])).toEqual([
      { from: '2026-12-01', to: '2026-12-02' },
      { from: '2027-11-28', to: '2027-11-30' },
    ])
  })

  test('slides by as many days as nobody looked', () => {
    expect(slid([['2026-12-01', 180]], [['2026-12-04', 180]], 3)).toHaveLength(1)
    expect(slid([['2026-12-01', 180]], [['2026-12-04', 177]], 3)).toHaveLength(1)
    expect(slid([['2026-12-01', 180]], [['2026-12-08', 180]], 3)).toEqual([])
  })

  test('slides away from a stay that it lay against', () => {
    const stay: Booking = ['2026-11-28', 3]
    expect(slid([stay, ['2026-12-01', 180]], [stay, ['2026-12-02', 180]])).toHaveLength(1)
    expect(slid([stay, ['2026-12-01', 180]], [stay, ['2026-12-02', 179]])).toHaveLength(1)
    const beyond: Booking = ['2026-12-02', 5]
    expect(
      slid([stay, ['2026-12-01', 1], beyond, ['2026-12-07', 170]], [stay, beyond, ['2026-12-07', 171]]),
    ).toHaveLength(1)
  })

  test('slides away from a stay in a feed that joins what touches, or shows nights one by one', () => {
    expect(
      slid(
        [['2026-11-28', 183]],
        [
          ['2026-11-28', 3],
          ['2026-12-02', 180],
        ],
        0,
      ),
    ).toHaveLength(1)
    const nightly = (from: string) => Array.from({ length: 90 }, (_, i): Booking => [addNights(from, i), 1])
    expect(
      slid([['2026-11-28', 3], ...nightly('2026-12-01')], [['2026-11-28', 3], ...nightly('2026-12-02')]),
    ).toEqual([{ from: '2026-12-01', to: '2026-12-02' }])
  })

  test('is not a stay between another and the far block, cancelled', () => {
    const others: Booking[] = [
      ['2026-11-28', 3],
      ['2026-12-02', 180],
    ]
    expect(slid([...others, ['2026-12-01', 1]], others)).toEqual([])
    expect(slid([...others, ['2026-12-01', 1]], [others[0]!, ['2026-12-02', 182]], 1)).toEqual([])
  })

  test('is not the feed’s last stay, moved by as many days as passed', () => {
    expect(slid([['2027-01-15', 3]], [['2027-01-16', 3]])).toEqual([])
    expect(slid([booking, ['2027-01-15', 3]], [booking, ['2027-01-17', 3]])).toEqual([])
  })

  test('is not a stay that is shortened, nor the first of the last stays that is cancelled', () => {
    expect(slid([booking], [['2026-07-11', 3]])).toEqual([])
    expect(
      slid(
        [
          ['2026-12-01', 2],
          ['2026-12-03', 60],
        ],
        [['2026-12-03', 60]],
        2,
      ),
    ).toEqual([])
    expect(
      slid(
        [booking, ['2026-09-01', 60]],
        [
          ['2026-07-12', 2],
          ['2026-09-01', 60],
        ],
        2,
      ),
    ).toEqual([])
  })
})

describe('a block that begins today', () => {
  test('moves on before the property’s own midnight', () => {
    expect(slid([['2026-06-02', 2]], [['2026-06-03', 2]], 0)).toEqual([
      { from: '2026-06-02', to: '2026-06-03' },
    ])
    expect(slid([['2026-05-20', 20]], [['2026-06-03', 6]])).toHaveLength(1)
  })

  test('is not tonight’s stay, cancelled before another that begins tomorrow', () => {
    expect(
      slid(
        [
          ['2026-06-02', 1],
          ['2026-06-03', 3],
        ],
        [['2026-06-03', 3]],
      ),
    ).toEqual([])
  })
})

test('tonight is dropped where the day is over by UTC, which cancels nothing', () => {
  const [before, after]: Booking[][] = [[['2026-05-30', 4], booking], [booking]]
  expect(slid(before!, after!, 0, '2026-06-03')).toEqual([{ from: '2026-05-30', to: '2026-06-03' }])
  expect(slid(before!, after!, 0, '2026-06-02')).toEqual([])
  expect(slid([['2026-06-01', 3], booking], [booking], 0, '2026-06-03')).toEqual([])
})

describe('an export limit', () => {
  test('wavers by days far beyond a year', () => {
    expect(slid([['2027-08-01', 124]], [['2027-08-01', 121]])).toEqual([
      { from: '2027-11-30', to: '2027-12-03' },
    ])
  })

  test('is not a stay that ends the feed within the year', () => {
    expect(slid([['2026-12-01', 10]], [['2026-12-01', 7]])).toEqual([])
  })
})

test('a window that slides for a month is never an opening, yet its nights become free for those who wait', () => {
  const calendar = givenCalendar()
  for (let day = 0; day < 30; day++) {
    const edge: Booking = [addNights('2026-12-01', day), 180]
    const date = addNights('2026-06-01', day).slice(5)
    for (const time of ['00:05', '00:20', '12:00']) calendar.read(`${date}T${time}`, [booking, edge])
  }
  expect(told(calendar.happened)).toEqual([])
  const free = confirmedFree(calendar.state, '2026-06-30')
  expect(subtract([{ from: '2026-12-01', to: '2026-12-30' }], free)).toEqual([])
  expect(nightsBetween('2026-12-01', '2026-12-30')).toBe(29)
})

test('an export limit that wavers while a fault hides the feed’s far block is no opening', () => {
  const calendar = givenCalendar()
  const far = (nights: number): Booking => ['2027-08-01', nights]
  const readings: [string, Booking[]][] = [
    ['06-02T08:00', [booking, far(124)]],
    ['06-02T09:00', [booking]],
    ['06-02T10:00', [booking, far(122)]],
    ['06-02T11:00', [booking, far(121)]],
    ['06-02T13:00', [booking, far(121)]],
    ['06-02T14:00', [booking, far(121)]],
  ]
  for (const [time, shown] of readings) calendar.read(time, shown)
  expect(told(calendar.happened)).toEqual(['held many_nights'])
})

test('a far block that lay against a stay, vanished by a fault and came back a day further on is no opening', () => {
  const calendar = givenCalendar()
  const stay: Booking = ['2026-11-28', 3]
  const readings: [string, Booking[]][] = [
    ['06-02T23:30', [stay, ['2026-12-01', 180]]],
    ['06-03T00:05', [stay]],
    ['06-03T00:35', [stay, ['2026-12-02', 180]]],
    ['06-03T03:00', [stay, ['2026-12-02', 180]]],
    ['06-03T06:00', [stay, ['2026-12-02', 180]]],
  ]
  for (const [time, shown] of readings) calendar.read(time, shown)
  expect(told(calendar.happened)).toEqual(['held many_nights'])
})
