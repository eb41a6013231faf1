import { beforeEach, describe, expect, test } from 'vitest'
import { CheckCalendars } from '../../events/calendar-check.ts'
import { handler } from '../../lambdas/manager-api.ts'
import { getEntry } from '../../lambdas/table/entry.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { getProperty } from '../../lambdas/table/property.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import { callsTo } from '../call.ts'
import { givenDraft, givenEntry, givenKey, givenManager, givenProperty, givenTable } from '../given.ts'

const services = await givenTable()

let manager: ManagerRow
beforeEach(async () => {
  manager = await givenManager()
})

const call = callsTo(handler, () => manager)

const ownerOf = (property: PropertyRow) => ({ as: { id: property.managerId } })

describe('properties', () => {
  test('are added, listed newest first, changed, switched and deleted', async () => {
    const first = await call('createProperty', {
      body: { ...givenDraft({ name: 'First' }), key: givenKey() },
    })
    expect(first.reply).toMatchObject({
      name: 'First',
      managerId: manager.id,
      isActive: true,
      waitlistCount: 0,
      calendarHealth: 'unread',
      calendarFault: null,
      heldCount: 0,
    })
    const checks = () =>
      services.messagesOn('check-queue').map((body) => CheckCalendars.parse(body).propertyIds)
    expect(checks()).toEqual([[first.reply.id]])

    await call('createProperty', { body: { ...givenDraft({ name: 'Second' }), key: givenKey() } })
    const list = async () => (await call('listProperties')).reply.properties.map(({ name }) => name)
    expect(await list()).toEqual(['Second', 'First'])

    const params = { propertyId: first.reply.id }
    services.clearQueues()
    const renamed = await call('updateProperty', { params, body: givenDraft({ name: 'Renamed' }) })
    expect(renamed.reply.name).toBe('Renamed')
    expect(checks()).toEqual([])
    await call('updateProperty', { params, body: givenDraft({ icalUrls: ['webcal://other.test/a.ics'] }) })
    expect(checks()).toEqual([[first.reply.id]])

    expect((await call('setPropertyActive', { params, body: { isActive: false } })).reply.isActive).toBe(
      false,
    )
    expect((await call('getProperty', { params })).reply.isActive).toBe(false)
    expect((await call('deleteProperty', { params })).status).toBe(204)
    expect((await call('getProperty', { params })).problem.code).toBe('property_not_found')
    expect(await list()).toEqual(['Second'])
  })

  test('a retried addition adds one', async () => {
    const body = { ...givenDraft(), key: givenKey() }
    const [first, second] = [await call('createProperty', { body }), await call('createProperty', { body })]
    expect(second.reply.id).toBe(first.reply.id)
    expect((await call('listProperties')).reply.properties).toHaveLength(1)
  })

  test.each([
    [{ name: '' }, '/name', 'Property name is required'],
    [{ icalUrls: [] }, '/icalUrls', 'iCal URL is required'],
    [{ icalUrls: ['calendar'] }, '/icalUrls/0', /https:\/\//],
    [{ timezone: 'Mars/Olympus' }, '/timezone', /time zone/],
    [{ minNights: 0 }, '/minNights', 'At least one night'],
    [{ bookingUrl: 'javascript:alert(1)' }, '/bookingUrl', /https:\/\//],
  ])('refuses %o by its field', async (wrong, pointer, words) => {
    const { status, problem } = await call('createProperty', {
      body: { ...givenDraft(), ...wrong, key: givenKey() },
    })
    expect(status).toBe(400)
    expect(problem.errors?.find((error) => error.pointer === pointer)?.detail).toMatch(words)
  })

  test('deleting is refused while there are requests', async () => {
    const property = await givenProperty({ manager })
    await givenEntry(property)
    const { status, problem } = await call('deleteProperty', { params: { propertyId: property.id } })
    expect({ status, code: problem.code }).toEqual({ status: 409, code: 'property_has_requests' })
  })

  test('a second active one needs a trial or a subscription', async () => {
    const lapsed = await givenManager({ isActive: false })
    await givenProperty({ manager: lapsed })
    const body = { ...givenDraft(), key: givenKey() }
    const second = await call('createProperty', { as: lapsed, body })
    expect(second.reply.isActive).toBe(false)
    const params = { propertyId: second.reply.id }
    const { status, problem } = await call('setPropertyActive', {
      as: lapsed,
      params,
      body: { isActive: true },
    })
    expect({ status, code: problem.code }).toEqual({ status: 402, code: 'subscription_required' })
  })
})

describe("another manager's data", () => {
  test('is not found by any route', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property)
    const propertyId = property.id
    const inProperty = { params: { propertyId } }
    const inEntry = { params: { entryId: entry.id } }
    const answers = [
      await call('getProperty', inProperty),
      await call('updateProperty', { ...inProperty, body: givenDraft({ name: 'Mine now' }) }),
      await call('setPropertyActive', { ...inProperty, body: { isActive: false } }),
      await call('deleteProperty', inProperty),
      await call('getPropertyCalendar', inProperty),
      await call('releaseHold', { params: { propertyId, holdId: 'hold_1' } }),
      await call('dismissHold', { params: { propertyId, holdId: 'hold_1' } }),
      await call('listOpeningMessages', { params: { propertyId, openingId: 'open_1' } }),
      await call('setEntryPriority', { ...inEntry, body: { isPriority: true } }),
      await call('removeEntry', inEntry),
      await call('listEntryMessages', inEntry),
      await call('sendNotifications', { body: { key: givenKey(), waitlistEntryIds: [entry.id] } }),
    ]
    for (const { status, problem } of answers) {
      expect(status).toBe(404)
      expect(problem.code).toMatch(/^(property|entry)_not_found$/)
      expect(JSON.stringify(problem)).not.toContain(property.name)
    }
    expect(await getProperty(propertyId)).toMatchObject({ name: property.name, isActive: true })
    expect(await getEntry(entry.id)).toEqual(entry)
    expect(services.messagesOn('mail-queue')).toEqual([])
    expect((await call('listProperties')).reply.properties).toEqual([])
    expect((await call('listEntries')).reply.entries).toEqual([])
  })

  test("nor opened by another manager's cursor", async () => {
    const property = await givenProperty()
    for (let i = 0; i < 101; i++) await givenEntry(property)
    const { reply } = await call('listEntries', ownerOf(property))
    expect(reply.entries).toHaveLength(100)
    const cursor = reply.nextCursor!
    const rest = await call('listEntries', { ...ownerOf(property), query: { cursor } })
    expect(rest.reply.entries).toHaveLength(1)
    expect(await call('listEntries', { query: { cursor } })).toMatchObject({
      status: 400,
      problem: { code: 'malformed_query' },
    })
  })
})
