import { expect, test } from 'vitest'
import { nextTry } from '../../domain/backoff.ts'

const now = '2026-06-01T12:00:00.000Z'
const minutes = (failures: number, retryAfter?: number) =>
  (Date.parse(nextTry(failures, now, retryAfter)) - Date.parse(now)) / 60_000

test('a failing link is left alone for 15 minutes, then twice as long each time, up to six hours', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 500].map((failures) => minutes(failures))).toEqual([
    15, 30, 60, 120, 240, 360, 360, 360,
  ])
})

test('Retry-After is honoured when it asks for longer, but not for more than a day', () => {
  expect(minutes(1, 3600)).toBe(60)
  expect(minutes(5, 60)).toBe(240)
  expect(minutes(1, 999_999_999)).toBe(1440)
})
