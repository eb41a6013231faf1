import { describe, expect, test } from 'vitest'
import { handler } from '../../lambdas/guest-api.ts'
import { newEntryId } from '../../lambdas/lib/ids.ts'
import { getEntry, markNotified, setDeliveryIssue } from '../../lambdas/table/entry.ts'
import { getProperty, setActive } from '../../lambdas/table/property.ts'
import { suppressionOf } from '../../lambdas/table/suppression.ts'
import { callsTo } from '../call.ts'
import {
  givenCalendar,
  dateIn,
  givenEmail,
  givenEntry,
  givenProperty,
  givenTable,
  givenWish,
  now,
} from '../given.ts'

await givenTable()

const call = callsTo(handler)

const dates = { checkInDate: dateIn(30), checkOutDate: dateIn(33) }

describe('a request by its link', () => {
  test('is read, changed and deleted by whoever holds it, and by nobody else', async () => {
    const property = await givenProperty()
    const { id, guestEmail } = await givenEntry(property, dates)
    const params = { entryId: id }
    expect((await call('getEntry', { params })).reply).toMatchObject({ id, guestEmail, ...dates })

    const wish = givenWish({ guestEmail, guestName: 'Renamed' })
    const changed = await call('updateEntry', { params, body: wish })
    expect(changed.reply).toMatchObject({ guestName: 'Renamed', anyDates: true, checkInDate: null })

    expect((await call('deleteEntry', { params })).status).toBe(204)
    for (const name of ['getEntry', 'deleteEntry', 'stayOnList', 'unsubscribe'] as const)
      expect((await call(name, { params })).problem.code).toBe('entry_not_found')
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 0, waitingCount: 0 })
    expect((await call('getEntry', { params: { entryId: newEntryId() } })).status).toBe(404)
  })

  test('keeps its name mendable after its dates have passed, but takes no past dates anew', async () => {
    const property = await givenProperty()
    const past = { checkInDate: dateIn(-5), checkOutDate: dateIn(-2) }
    const entry = await givenEntry(property, past)
    const params = { entryId: entry.id }
    const rename = givenWish({ ...past, guestEmail: entry.guestEmail, guestName: 'Renamed' })
    expect((await call('updateEntry', { params, body: rename })).status).toBe(200)
    const body = { ...rename, checkInDate: dateIn(-6) }
    expect((await call('updateEntry', { params, body })).problem.errors?.[0]?.pointer).toBe('/checkInDate')
  })

  test('cannot be changed into one that waits already', async () => {
    const property = await givenProperty()
    const first = await givenEntry(property, dates)
    const second = await givenEntry(property, { guestEmail: first.guestEmail })
    const body = givenWish({ ...dates, guestEmail: first.guestEmail })
    const { status, problem } = await call('updateEntry', { params: { entryId: second.id }, body })
    expect({ status, code: problem.code }).toEqual({ status: 409, code: 'already_waiting' })
  })

  test('a corrected address is free of what was known against the old one', async () => {
    const entry = await givenEntry(await givenProperty())
    await setDeliveryIssue(entry.id, 'bounced')
    const params = { entryId: entry.id }
    const same = givenWish({ guestEmail: entry.guestEmail, guestName: 'Same address' })
    await call('updateEntry', { params, body: same })
    expect((await getEntry(entry.id))?.deliveryIssue).toBe('bounced')
    await call('updateEntry', { params, body: { ...same, guestEmail: givenEmail() } })
    expect((await getEntry(entry.id))?.deliveryIssue).toBeNull()
  })

  test('shows whether the dates it was told of are still open, and goes back to waiting', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property, dates)
    const params = { entryId: entry.id }
    const shown = async () => (await call('getEntry', { params })).reply.toldDates
    const stay = { from: dates.checkInDate, to: dates.checkOutDate }
    expect(await shown()).toBe('none')
    await markNotified(entry.id, { openingId: 'open_1', ...stay }, now())
    expect(await shown()).toBe('unknown')
    await givenCalendar(property.id, [])
    expect(await shown()).toBe('open')
    await givenCalendar(property.id, [{ from: dateIn(31), to: dateIn(32) }])
    expect(await shown()).toBe('gone')

    const back = await call('stayOnList', { params })
    expect(back.reply).toMatchObject({ isNotified: false, notifiedAt: null, toldDates: 'none' })
    expect((await call('stayOnList', { params })).status).toBe(200)
    expect((await getProperty(property.id))?.waitingCount).toBe(1)
  })

  test('does not contradict a manager who told of dates before the calendar did', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property, dates)
    await givenCalendar(property.id, [{ from: dateIn(29), to: dateIn(35) }])
    await markNotified(entry.id, { openingId: 'man_1', from: null, to: null }, now())
    expect((await call('getEntry', { params: { entryId: entry.id } })).reply.toldDates).toBe('unknown')
  })

  test('can go back to waiting while its property is paused', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property, dates)
    await markNotified(entry.id, { openingId: 'o', from: null, to: null }, now())
    await setActive((await getProperty(property.id))!, false)
    expect((await call('stayOnList', { params: { entryId: entry.id } })).status).toBe(200)
    expect(await getProperty(property.id)).toMatchObject({ waitingCount: 1, slot: null })
  })

  test("one-click unsubscription takes the mail program's form and stops all mail to the address", async () => {
    const property = await givenProperty()
    const first = await givenEntry(property, dates)
    const second = await givenEntry(property, { guestEmail: first.guestEmail })
    const { status } = await call('unsubscribe', {
      params: { entryId: first.id },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: Buffer.from('List-Unsubscribe=One-Click').toString('base64'),
      isBase64Encoded: true,
    })
    expect(status).toBe(200)
    expect(await suppressionOf(first.guestEmail)).toBe('unsubscribed')
    for (const { id } of [first, second]) expect((await getEntry(id))?.deliveryIssue).toBe('unsubscribed')
  })
})
