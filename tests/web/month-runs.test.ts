import { expect, test } from 'vitest'
import { runsOf, weeksOf } from '../../web/ui/month-runs.ts'
import type { NightLook } from '../../web/ui/month-runs.ts'

// June 2027 begins on a Tuesday.
const june = weeksOf('2027-06')
const firstWeek = june[0] ?? []
const secondWeek = june[1] ?? []

/** Looks of single nights; every other one is free. */
function withTaken(...nights: string[]) {
  return (night: string): NightLook => ({ state: nights.includes(night) ? 'taken' : 'free', chosen: false })
}

test('weeks begin on Monday and hold every day of the month once', () => {
  expect(firstWeek).toEqual([
    undefined,
    ...['01', '02', '03', '04', '05', '06'].map((day) => `2027-06-${day}`),
  ])
  expect(june.flat().filter(Boolean)).toHaveLength(30)
  expect(june.every((week) => week.length === 7)).toBe(true)
})

test('a night runs from the middle of its day to the middle of the next', () => {
  const taken = runsOf(firstWeek, withTaken('2027-06-03')).find((run) => run.look.state === 'taken')
  // Thursday is the fourth column, so its evening half is half day 7, and Friday's morning half is 8.
  expect(taken).toMatchObject({ from: 7, to: 9, begins: true, ends: true })
})

test('a bar that goes on in the next row is open at its end and open at the next beginning', () => {
  const lookOf = withTaken('2027-06-05', '2027-06-06', '2027-06-07')
  expect(runsOf(firstWeek, lookOf).at(-1)).toMatchObject({ from: 11, to: 14, begins: true, ends: false })
  expect(runsOf(secondWeek, lookOf)[0]).toMatchObject({ from: 0, to: 3, begins: false, ends: true })
})

test('a stay that ends on the day another state begins shares that day with it', () => {
  const [taken, free] = runsOf(secondWeek, withTaken('2027-06-06', '2027-06-07', '2027-06-08'))
  expect(taken).toMatchObject({ to: 5, ends: true })
  expect(free).toMatchObject({ from: 5, begins: true })
})

test('a chosen stay is one bar, though some of its nights are taken', () => {
  const runs = runsOf(secondWeek, (night) => ({
    state: night === '2027-06-09' ? 'taken' : 'free',
    chosen: night >= '2027-06-08' && night < '2027-06-11',
  })).filter((run) => run.look.chosen)
  expect(runs.map(({ begins, ends }) => [begins, ends])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
})

test('nights of which nothing is to be said have no bar', () => {
  expect(runsOf(firstWeek, () => ({ state: undefined, chosen: false }))).toEqual([])
})
