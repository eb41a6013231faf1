import { describe, expect, test } from 'vitest'
import { changeCheckIn, pickDay } from '../../web/ui/stay-choice.ts'

describe('the departure follows the arrival', () => {
  test('by as many nights as before, once the arrival reaches it', () => {
    const stay = { checkIn: '2027-06-04', checkOut: '2027-06-07' }
    expect(changeCheckIn(stay, '2027-06-10', 1)).toEqual({
      checkIn: '2027-06-10',
      checkOut: '2027-06-13',
    })
    expect(changeCheckIn(stay, '2027-06-07', 1)).toEqual({
      checkIn: '2027-06-07',
      checkOut: '2027-06-10',
    })
  })

  test('not while the arrival stays before it', () => {
    const stay = { checkIn: '2027-06-04', checkOut: '2027-06-07' }
    expect(changeCheckIn(stay, '2027-06-06', 1).checkOut).toBe('2027-06-07')
  })

  test('not while a year is being typed', () => {
    const stay = { checkIn: '2027-06-04', checkOut: '2027-06-07' }
    for (const halfTyped of ['0002-06-04', '0202-06-04', '20278-06-04', ''])
      expect(changeCheckIn(stay, halfTyped, 1)).toEqual({ checkIn: halfTyped, checkOut: '2027-06-07' })
  })

  test('by the shortest stay, where there was none yet', () => {
    const stay = { checkIn: '', checkOut: '2027-06-02' }
    expect(changeCheckIn(stay, '2027-06-10', 3).checkOut).toBe('2027-06-13')
  })
})

describe('picking days in the month', () => {
  test('arrives, then leaves, then begins anew', () => {
    const arrived = pickDay({ checkIn: '', checkOut: '' }, '2027-06-04', 1)
    const chosen = pickDay(arrived, '2027-06-07', 1)
    expect(chosen).toEqual({ checkIn: '2027-06-04', checkOut: '2027-06-07' })
    expect(pickDay(chosen, '2027-06-20', 1)).toEqual({ checkIn: '2027-06-20', checkOut: '' })
  })

  test('a second press on or before the arrival moves the arrival', () => {
    const arrived = { checkIn: '2027-06-04', checkOut: '' }
    expect(pickDay(arrived, '2027-06-04', 1)).toEqual(arrived)
    expect(pickDay(arrived, '2027-06-02', 1)).toEqual({ checkIn: '2027-06-02', checkOut: '' })
  })

  test('a stay that would be too short is stretched to the shortest', () => {
    expect(pickDay({ checkIn: '2027-06-04', checkOut: '' }, '2027-06-05', 3).checkOut).toBe('2027-06-07')
  })
})
