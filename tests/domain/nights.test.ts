import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  addNights,
  countNights,
  covers,
  dayNumber,
  intersect,
  listNights,
  Night,
  NightRange,
  nightOfDay,
  nightsBetween,
  rangesOfNights,
  sameNights,
  subtract,
  unite,
} from '../../domain/nights.ts'

const base = dayNumber('2026-01-01')
const nightSet = fc.uniqueArray(fc.integer({ min: base, max: base + 40 }), { maxLength: 40 })
const rangesOf = (days: number[]) => rangesOfNights(days.map(nightOfDay))
const listed = (days: number[]) => days.toSorted((a, b) => a - b).map(nightOfDay)

describe('single nights', () => {
  test('agree with the platform on every day from 1600 to 2400', () => {
    for (let day = dayNumber('1600-01-01'); day < dayNumber('2400-01-01'); day++) {
      const iso = new Date(day * 86_400_000).toISOString().slice(0, 10)
      if (nightOfDay(day) !== iso || dayNumber(iso) !== day) expect.fail(`day ${day} is ${iso}`)
    }
  })

  test('cross months, leap days and years', () => {
    expect(addNights('2028-02-28', 1)).toBe('2028-02-29')
    expect(addNights('2026-02-28', 1)).toBe('2026-03-01')
    expect(addNights('2026-01-01', -1)).toBe('2025-12-31')
    expect(nightsBetween('2026-03-28', '2026-04-02')).toBe(5)
  })

  test('are cut to the years that a date can name', () => {
    expect(addNights('9999-12-30', 5)).toBe('9999-12-31')
    expect(addNights('0001-01-02', -5)).toBe('0001-01-01')
  })

  test('months later keep the day, or take the last of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-11-15', 14)).toBe('2028-01-15')
    expect(addMonths('2026-12-31', 24)).toBe('2028-12-31')
  })

  test('that do not exist are refused', () => {
    expect(Night.safeParse('2026-02-30').success).toBe(false)
    expect(NightRange.safeParse({ from: '2026-02-02', to: '2026-02-02' }).success).toBe(false)
  })
})

describe('sets of nights do what sets of days do', () => {
  test('as lists', () => {
    fc.assert(
      fc.property(nightSet, (days) => {
        expect(listNights(rangesOf(days))).toEqual(listed(days))
      }),
    )
  })

  test('union, difference, intersection, count and cover', () => {
    fc.assert(
      fc.property(nightSet, nightSet, (a, b) => {
        const both = new Set(b)
        expect(listNights(unite(rangesOf(a), rangesOf(b)))).toEqual(listed([...new Set([...a, ...b])]))
        expect(listNights(subtract(rangesOf(a), rangesOf(b)))).toEqual(
          listed(a.filter((day) => !both.has(day))),
        )
        expect(listNights(intersect(rangesOf(a), rangesOf(b)))).toEqual(
          listed(a.filter((day) => both.has(day))),
        )
        expect(countNights(rangesOf(a))).toBe(a.length)
        expect(rangesOf(a).every((range) => covers(rangesOf(b), range))).toBe(a.every((day) => both.has(day)))
      }),
    )
  })

  test('stay sorted and disjoint, whatever the order and overlap they are made from', () => {
    const range = fc.tuple(fc.integer({ min: base, max: base + 40 }), fc.integer({ min: -2, max: 9 }))
    fc.assert(
      fc.property(fc.array(range), (parts) => {
        const united = unite(
          parts.map(([day, count]) => ({ from: nightOfDay(day), to: nightOfDay(day + count) })),
        )
        expect(united.every((one, i) => one.from < one.to && (i === 0 || united[i - 1]!.to < one.from))).toBe(
          true,
        )
      }),
    )
  })

  test('are the same however their ranges are cut', () => {
    const whole = [{ from: '2026-01-01', to: '2026-01-05' }]
    const cut = [
      { from: '2026-01-01', to: '2026-01-03' },
      { from: '2026-01-03', to: '2026-01-05' },
    ]
    expect(sameNights(whole, cut)).toBe(true)
    expect(sameNights(whole, cut.slice(1))).toBe(false)
  })
})
