import { expect, test } from 'vitest'
import { quietUntil } from '../../domain/quiet-hours.ts'

test.each([
  ['in the evening', '2027-06-01T19:30:00.000Z', 'Europe/Berlin', '2027-06-02T06:00:00.000Z'],
  ['at nine sharp', '2027-06-01T19:00:00.000Z', 'Europe/Berlin', '2027-06-02T06:00:00.000Z'],
  ['at night', '2027-06-02T02:15:20.500Z', 'Europe/Berlin', '2027-06-02T06:00:00.000Z'],
  ['across the Pacific', '2027-06-02T08:00:00.000Z', 'Pacific/Honolulu', '2027-06-02T18:00:00.000Z'],
  [
    'in the night that loses an hour',
    '2027-03-27T22:00:00.000Z',
    'Europe/Berlin',
    '2027-03-28T06:00:00.000Z',
  ],
  [
    'in the night that gains an hour',
    '2027-10-30T21:00:00.000Z',
    'Europe/Berlin',
    '2027-10-31T07:00:00.000Z',
  ],
  ['in a zone of half an hour', '2027-06-01T16:00:00.000Z', 'Asia/Kolkata', '2027-06-02T02:30:00.000Z'],
])('a text waits until eight in the morning: %s', (_, now, zone, end) => {
  expect(quietUntil(now, zone)).toBe(end)
})

test.each([
  ['2027-06-01T06:00:00.000Z', 'Europe/Berlin'],
  ['2027-06-01T18:59:59.000Z', 'Europe/Berlin'],
])('by day nothing waits: %s', (now, zone) => {
  expect(quietUntil(now, zone)).toBeNull()
})
