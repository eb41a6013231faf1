import { expect, test } from 'vitest'
import { spellDay, spellMonth, spellStay, weekdays, writeMedium, writeNumeric } from '../../web/ui/dates.ts'

test.each([
  ['2027-06-04', '2027-06-07', 'Fri 4 to Mon 7 June'],
  ['2027-06-29', '2027-07-02', 'Tue 29 June to Fri 2 July'],
  ['2028-06-02', '2028-06-05', 'Fri 2 to Mon 5 June 2028'],
  ['2027-12-31', '2028-01-02', 'Fri 31 December 2027 to Sun 2 January 2028'],
])('%s to %s reads "%s" in 2027', (checkIn, checkOut, words) => {
  expect(spellStay({ checkIn, checkOut }, '2027-01-15')).toBe(words)
})

test('the product writes dates in these forms', () => {
  expect(writeNumeric('2027-06-04')).toBe('6/4/2027')
  expect(writeMedium('2027-06-04')).toBe('Jun 4, 2027')
  expect(spellDay('2027-06-04')).toBe('Friday 4 June 2027')
  expect(spellMonth('2027-06')).toBe('June 2027')
  expect(weekdays()[0]).toEqual({ short: 'Mon', long: 'Monday' })
})
