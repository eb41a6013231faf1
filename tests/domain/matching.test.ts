import { describe, expect, test } from 'vitest'
import { isToldByOpening, matchesOpening, openRuns } from '../../domain/matching.ts'
import type { FreeNow, OpeningToMatch, WaitingWish } from '../../domain/matching.ts'

const opening: OpeningToMatch = {
  kind: 'opening',
  from: '2027-06-04',
  to: '2027-06-11',
  seenAt: '2027-05-01T10:00:00.000Z',
}
const before = '2027-04-30T08:00:00.000Z'
const now = (given: Partial<FreeNow> = {}): FreeNow => ({
  free: [{ from: '2027-06-01', to: '2027-06-15' }],
  today: '2027-05-01',
  minNights: 1,
  ...given,
})
const dated = (checkInDate: string, checkOutDate: string): WaitingWish => ({
  anyDates: false,
  checkInDate,
  checkOutDate,
  waitingSince: before,
})
const flexible = (waitingSince = before): WaitingWish => ({
  anyDates: true,
  checkInDate: null,
  checkOutDate: null,
  waitingSince,
})

describe('a dated request', () => {
  test('is told when its whole stay is free and part of it has just opened', () => {
    const matches = matchesOpening(opening, now())
    expect(matches(dated('2027-06-05', '2027-06-08'))).toBe(true)
    expect(matches(dated('2027-06-02', '2027-06-05'))).toBe(true)
  })

  test('departs on the morning on which the next guest arrives', () => {
    const free = [{ from: '2027-06-04', to: '2027-06-08' }]
    expect(matchesOpening(opening, now({ free }))(dated('2027-06-04', '2027-06-08'))).toBe(true)
    expect(matchesOpening(opening, now({ free }))(dated('2027-06-04', '2027-06-09'))).toBe(false)
  })

  test('is not told of nights that it does not need', () => {
    const matches = matchesOpening(opening, now())
    expect(matches(dated('2027-06-01', '2027-06-04'))).toBe(false)
    expect(matches(dated('2027-06-11', '2027-06-13'))).toBe(false)
  })

  test('is not told while one of its nights is taken', () => {
    const free = [
      { from: '2027-06-04', to: '2027-06-06' },
      { from: '2027-06-07', to: '2027-06-11' },
    ]
    expect(matchesOpening(opening, now({ free }))(dated('2027-06-05', '2027-06-08'))).toBe(false)
  })

  test('is told across two runs of free nights that touch', () => {
    const free = [
      { from: '2027-06-04', to: '2027-06-06' },
      { from: '2027-06-06', to: '2027-06-11' },
    ]
    expect(matchesOpening(opening, now({ free }))(dated('2027-06-05', '2027-06-08'))).toBe(true)
  })

  test('is not told once its arrival is past', () => {
    const matches = matchesOpening(opening, now({ today: '2027-06-06' }))
    expect(matches(dated('2027-06-05', '2027-06-08'))).toBe(false)
    expect(matches(dated('2027-06-06', '2027-06-08'))).toBe(true)
  })

  test('is told of stays that are free without an opening', () => {
    const matches = matchesOpening({ ...opening, kind: 'free' }, now())
    expect(matches(dated('2027-06-11', '2027-06-13'))).toBe(true)
    expect(matches(flexible())).toBe(false)
  })
})

describe('a flexible request', () => {
  test('is told of an opening that began after it was made', () => {
    expect(matchesOpening(opening, now())(flexible())).toBe(true)
    expect(matchesOpening(opening, now())(flexible('2027-05-01T10:00:00.001Z'))).toBe(false)
  })

  test('is told only of what can be rented', () => {
    expect(matchesOpening(opening, now({ minNights: 7 }))(flexible())).toBe(true)
    expect(matchesOpening(opening, now({ minNights: 8 }))(flexible())).toBe(false)
  })

  test('is told of what is left when a part was booked again, and of nothing when all was', () => {
    const left = now({ free: [{ from: '2027-06-09', to: '2027-06-20' }], minNights: 2 })
    expect(matchesOpening(opening, left)(flexible())).toBe(true)
    expect(openRuns(opening, left)).toEqual([{ from: '2027-06-09', to: '2027-06-11' }])
    expect(matchesOpening(opening, now({ free: [] }))(flexible())).toBe(false)
  })

  test('is not told of the nights of an opening that have passed', () => {
    expect(openRuns(opening, now({ today: '2027-06-10' }))).toEqual([
      { from: '2027-06-10', to: '2027-06-11' },
    ])
  })
})

test('a request that a running announcement reaches needs no other', () => {
  const recent = [{ from: opening.from, to: opening.to, at: opening.seenAt }]
  expect(isToldByOpening(dated('2027-06-05', '2027-06-08'), recent)).toBe(true)
  expect(isToldByOpening(dated('2027-06-12', '2027-06-14'), recent)).toBe(false)
  expect(
    isToldByOpening(
      { ...dated('2027-06-05', '2027-06-08'), waitingSince: '2027-05-01T11:00:00.000Z' },
      recent,
    ),
  ).toBe(false)
})
