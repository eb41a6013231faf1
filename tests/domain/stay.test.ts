import { describe, expect, test } from 'vitest'
import { countStayNights, dateAt, isStayPast, isTimezone, nightsOfStay, Stay } from '../../domain/stay.ts'

describe('a stay', () => {
  const stay = { checkIn: '2026-07-01', checkOut: '2026-07-04' }

  test('has the nights from arrival to the one before departure', () => {
    expect(countStayNights(stay)).toBe(3)
    expect(nightsOfStay(stay)).toEqual({ from: '2026-07-01', to: '2026-07-04' })
  })

  test('ends after it begins', () => {
    expect(Stay.safeParse(stay).success).toBe(true)
    const fault = Stay.safeParse({ checkIn: '2026-07-04', checkOut: '2026-07-04' })
    expect(fault.error?.issues[0]).toMatchObject({
      path: ['checkOut'],
      message: 'Check-out must be after check-in',
    })
  })

  test('is past once its arrival is, not on the day itself', () => {
    expect(isStayPast(stay, '2026-07-01')).toBe(false)
    expect(isStayPast(stay, '2026-07-02')).toBe(true)
  })
})

describe('the date on the wall', () => {
  test('is the place’s own', () => {
    expect(dateAt('2026-07-01T23:30:00Z', 'Europe/Berlin')).toBe('2026-07-02')
    expect(dateAt('2026-07-01T23:30:00Z', 'America/New_York')).toBe('2026-07-01')
    expect(dateAt('2026-07-01T10:30:00+00:00', 'Pacific/Kiritimati')).toBe('2026-07-02')
  })

  test('needs a timezone that exists', () => {
    expect(isTimezone('Europe/Berlin')).toBe(true)
    expect(['Mars/Base', '', '+02:00'].filter(isTimezone)).toEqual([])
  })
})
