import { expect, test } from 'vitest'
import { readDraft } from '../../web/guest/wish-form.ts'
import type { WishDraft } from '../../web/guest/wish-form.ts'

const rules = { today: '2027-06-01' }
const good: WishDraft = {
  name: 'Ida Holm',
  email: 'ida@example.com',
  phone: '',
  anyDates: false,
  stay: { checkIn: '2027-06-04', checkOut: '2027-06-07' },
  preference: 'email',
}

test('an empty form names every field that is missing at once', async () => {
  const { errors } = await readDraft(
    { ...good, name: ' ', email: '', stay: { checkIn: '', checkOut: '' } },
    rules,
  )
  expect(errors).toEqual({
    guestName: 'Name is required',
    guestEmail: 'Email is required',
    checkInDate: 'Check-in date is required',
    checkOutDate: 'Check-out date is required',
  })
})

test('flexible dates drop the dates that were chosen before', async () => {
  const { wish } = await readDraft({ ...good, anyDates: true }, rules)
  expect(wish).toMatchObject({ anyDates: true, checkInDate: null, checkOutDate: null })
})

test.each([
  ['a check-out on the day of arrival', { checkIn: '2027-06-04', checkOut: '2027-06-04' }, 1, 'checkOutDate'],
  ['a check-in before today', { checkIn: '2027-05-31', checkOut: '2027-06-04' }, 1, 'checkInDate'],
  ['a stay shorter than the shortest', { checkIn: '2027-06-04', checkOut: '2027-06-06' }, 3, 'checkOutDate'],
])('%s is refused', async (_, stay, minNights, field) => {
  const { errors } = await readDraft({ ...good, stay }, { ...rules, minNights })
  expect(Object.keys(errors ?? {})).toEqual([field])
})

test('a check-in that passed since the request was made may stay while other things change', async () => {
  const stay = { checkIn: '2027-05-31', checkOut: '2027-06-04' }
  const { wish } = await readDraft({ ...good, stay }, { ...rules, keptCheckIn: '2027-05-31' })
  expect(wish?.checkInDate).toBe('2027-05-31')
})

test('a phone number is sent in its international form, and asked for where messages go to it', async () => {
  const typed = await readDraft({ ...good, phone: '+44 20 7946 0018', preference: 'both' }, rules)
  expect(typed.wish?.guestPhone).toBe('+442079460018')
  const missing = await readDraft({ ...good, preference: 'sms' }, rules)
  expect(missing.errors?.guestPhone).toBe('A phone number is required for SMS')
  const nonsense = await readDraft({ ...good, phone: 'call me' }, rules)
  expect(nonsense.errors?.guestPhone).toContain('country code')
})
