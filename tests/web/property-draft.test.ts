import { expect, test } from 'vitest'
import { readFields } from '../../web/manager/property-draft.ts'
import type { PropertyFields } from '../../web/manager/property-draft.ts'

const typed: PropertyFields = {
  name: ' Seaside Cottage ',
  description: '',
  imageUrl: ' ',
  bookingUrl: '',
  icalUrls: ['https://www.airbnb.com/calendar/ical/1.ics'],
  minNights: '2',
  timezone: 'Europe/Stockholm',
}

test('a filled form becomes what the API takes: trimmed, and null for what was left empty', () => {
  expect(readFields(typed).draft).toEqual({
    name: 'Seaside Cottage',
    description: null,
    imageUrl: null,
    bookingUrl: null,
    icalUrls: ['https://www.airbnb.com/calendar/ical/1.ics'],
    minNights: 2,
    timezone: 'Europe/Stockholm',
  })
})

test('an empty form says what is required, in the words of the product', () => {
  const { errors } = readFields({ ...typed, name: ' ', icalUrls: [''] })
  expect(errors).toMatchObject({ name: 'Property name is required', 'icalUrls/0': 'iCal URL is required' })
})

test('further calendar links left empty are dropped, a wrong one is named by its place', () => {
  expect(readFields({ ...typed, icalUrls: [...typed.icalUrls, '', ' '] }).draft?.icalUrls).toHaveLength(1)
  expect(readFields({ ...typed, icalUrls: [...typed.icalUrls, 'airbnb.com/1.ics'] }).errors).toHaveProperty([
    'icalUrls/1',
  ])
})

test.each(['', '0', '1.5', '-2', '61', 'two'])('"%s" is no number of minimum nights', (minNights) => {
  expect(readFields({ ...typed, minNights }).errors?.['minNights']).toMatch(/whole number from 1 to 60/)
})
