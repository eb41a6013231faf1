import { describe, expect, test } from 'vitest'
import { handler } from '../../lambdas/guest-api.ts'
import { newPropertyId } from '../../lambdas/lib/ids.ts'
import { getEntry } from '../../lambdas/table/entry.ts'
import { getProperty } from '../../lambdas/table/property.ts'
import { saveSettings } from '../../lambdas/table/settings.ts'
import { suppress, suppressionOf } from '../../lambdas/table/suppression.ts'
import { listDue } from '../../lambdas/table/deferred.ts'
import { defaultSettings } from '../../domain/manager.ts'
import { callsTo } from '../call.ts'
import {
  givenCalendar,
  dateIn,
  givenEmail,
  givenEntry,
  givenKey,
  givenProperty,
  givenTable,
  givenWish,
  now,
} from '../given.ts'

await givenTable()

const call = callsTo(handler)

const dates = { checkInDate: dateIn(30), checkOutDate: dateIn(33) }

describe('joining', () => {
  const join = (propertyId: string, wish = givenWish(dates), key = givenKey()) =>
    call('joinWaitlist', { body: { key, propertyId, wish } })

  test('puts a guest on the list', async () => {
    const property = await givenProperty()
    const wish = givenWish(dates)
    const { status, reply } = await join(property.id, wish)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ alreadyWaiting: false, availableNow: false })
    expect(reply.entry).toMatchObject({ ...wish, isNotified: false, toldDates: 'none' })
    expect(reply.entry?.property?.name).toBe(property.name)
    expect(reply.entry?.company?.companyName).toBe('Seaside Stays')
    expect(JSON.stringify(reply)).not.toMatch(/calendars\.test|@company\.test|deliveryIssue/)
    expect((await getEntry(reply.entry!.id))?.guestEmail).toBe(wish.guestEmail)
  })

  test('once for one key, and says so without giving the request away to another key', async () => {
    const property = await givenProperty()
    const [wish, key] = [givenWish(dates), givenKey()]
    const first = await join(property.id, wish, key)
    const retried = await join(property.id, wish, key)
    expect(retried.reply.entry?.id).toBe(first.reply.entry?.id)
    const other = await join(property.id, { ...wish, guestName: 'Somebody' })
    expect(other.status).toBe(200)
    expect(other.reply).toEqual({ entry: null, alreadyWaiting: true, availableNow: false })
    expect((await getProperty(property.id))?.waitlistCount).toBe(1)
  })

  test("somebody else's key opens nobody's request", async () => {
    const property = await givenProperty()
    const key = givenKey()
    const first = await join(property.id, givenWish(dates), key)
    const second = await join(property.id, givenWish(dates), key)
    expect(second.reply.entry?.id).not.toBe(first.reply.entry?.id)
  })

  test('says at once that the dates look free, and has the next check look', async () => {
    const property = await givenProperty()
    await givenCalendar(property.id, [{ from: dateIn(1), to: dateIn(5) }])
    expect((await join(property.id)).reply.availableNow).toBe(true)
    expect(await getProperty(property.id)).toMatchObject({ hasPending: true, slot: 'quarter' })
    const taken = givenWish({ checkInDate: dateIn(2), checkOutDate: dateIn(7) })
    expect((await join(property.id, taken)).reply.availableNow).toBe(false)
  })

  test.each([
    [{ guestName: ' ' }, '/wish/guestName', 'Name is required'],
    [{ guestEmail: 'nobody' }, '/wish/guestEmail', 'Please enter a valid email address'],
    [{ guestEmail: 'a@b.c\r\nBcc: x@y.z' }, '/wish/guestEmail', 'Please enter a valid email address'],
    [{ guestEmail: 'zoë@example.org' }, '/wish/guestEmail', 'Please enter a valid email address'],
    [{ anyDates: false }, '/wish/checkInDate', 'Check-in date is required'],
    [{ ...dates, checkOutDate: dates.checkInDate }, '/wish/checkOutDate', 'Check-out must be after check-in'],
    [
      { checkInDate: dateIn(-3), checkOutDate: dateIn(3) },
      '/wish/checkInDate',
      'Check-in cannot be in the past',
    ],
    [{ notificationPreference: 'sms' as const }, '/wish/guestPhone', 'A phone number is required for SMS'],
    [{ guestPhone: '0171 123' }, '/wish/guestPhone', /country code/],
  ])('refuses %o by its field', async (wrong, pointer, detail) => {
    const property = await givenProperty()
    const { status, problem } = await join(property.id, givenWish(wrong))
    expect(status).toBe(400)
    expect(problem.code).toBe('malformed_body')
    const words = problem.errors?.find((error) => error.pointer === pointer)?.detail
    expect(words).toMatch(detail)
    expect((await getProperty(property.id))?.waitlistCount).toBe(0)
  })

  test('refuses stays shorter than the property takes', async () => {
    const property = await givenProperty({ minNights: 5 })
    const { problem } = await join(property.id)
    expect(problem.errors?.[0]?.pointer).toBe('/wish/checkOutDate')
    expect(problem.detail).toContain('5 nights')
  })

  test('today is the date at the property, not at the server', async () => {
    // At any instant it is already tomorrow's date in one of these zones and still the day before in the other.
    const kiribati = await givenProperty({ timezone: 'Pacific/Kiritimati' })
    const samoa = await givenProperty({ timezone: 'Pacific/Pago_Pago' })
    const day = (timezone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
    const wish = givenWish({ checkInDate: day('Pacific/Pago_Pago'), checkOutDate: dateIn(5) })
    expect((await join(samoa.id, wish)).status).toBe(200)
    expect((await join(kiribati.id, wish)).problem.errors?.[0]?.pointer).toBe('/wish/checkInDate')
  })

  test('an unknown property is not found, a paused one takes none', async () => {
    expect((await join(newPropertyId(now()))).problem.code).toBe('property_not_found')
    expect((await join('x'.repeat(5000))).problem.code).toBe('property_not_found')
    const paused = await givenProperty({ isActive: false })
    expect((await join(paused.id)).problem.code).toBe('property_inactive')
  })

  test('tells the manager who asked for it, in one mail for the quarter of an hour', async () => {
    const [asked, silent] = [await givenProperty(), await givenProperty()]
    const settings = defaultSettings({ companyName: 'Seaside', email: 'm@company.test' })
    await saveSettings(asked.managerId, { ...settings, notifyOnNewWaitlist: true })
    await saveSettings(silent.managerId, settings)
    for (const { id } of [asked, asked, silent]) await join(id, givenWish())
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const due = (await listDue(inAnHour, 1000)).map(({ job }) => job)
    const about = (managerId: string) =>
      due.filter((job) => job.kind === 'manager' && job.managerId === managerId)
    expect(about(asked.managerId)).toHaveLength(1)
    expect(about(asked.managerId)[0]).toMatchObject({ about: 'new_requests' })
    expect(about(silent.managerId)).toEqual([])
  })

  test('anew after an unsubscription means that messages are wanted; a bounce stays', async () => {
    const property = await givenProperty()
    const before = await givenEntry(property)
    await call('unsubscribe', { params: { entryId: before.id } })
    expect(await suppressionOf(before.guestEmail)).toBe('unsubscribed')
    await join(property.id, givenWish({ ...dates, guestEmail: before.guestEmail }))
    expect(await suppressionOf(before.guestEmail)).toBeUndefined()
    expect((await getEntry(before.id))?.deliveryIssue).toBeNull()

    const guestEmail = givenEmail()
    await suppress(guestEmail, 'bounced', now())
    const { reply } = await join(property.id, givenWish({ guestEmail }))
    expect(await suppressionOf(guestEmail)).toBe('bounced')
    expect((await getEntry(reply.entry!.id))?.deliveryIssue).toBe('bounced')
  })
})
