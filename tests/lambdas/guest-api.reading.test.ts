import { describe, expect, test } from 'vitest'
import { handler } from '../../lambdas/guest-api.ts'
import { callsTo } from '../call.ts'
import {
  givenCalendar,
  dateIn,
  givenKey,
  givenManager,
  givenProperty,
  givenTable,
  givenWish,
} from '../given.ts'

await givenTable()

const call = callsTo(handler)

describe('what anybody may read', () => {
  test("a company by slug in any case and by id, without the manager's address", async () => {
    const manager = await givenManager({ companySlug: `read-${Date.now()}` })
    const bySlug = await call('getCompany', { params: { companySlug: manager.companySlug!.toUpperCase() } })
    const byId = await call('getManager', { params: { managerId: manager.id } })
    const company = {
      id: manager.id,
      companyName: 'Seaside Stays',
      companySlug: manager.companySlug,
      logoUrl: null,
    }
    expect(bySlug).toMatchObject({ status: 200, contentType: 'application/json' })
    expect(bySlug.reply).toEqual(company)
    expect(byId.reply).toEqual(company)
  })

  test('an unknown company is answered with the words of the product', async () => {
    const { status, problem, contentType } = await call('getCompany', { params: { companySlug: 'nobody' } })
    expect({ status, contentType }).toEqual({ status: 404, contentType: 'application/problem+json' })
    expect(problem).toMatchObject({
      code: 'manager_not_found',
      detail: 'No manager found. Please check the URL.',
    })
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await call('getManager', { params: { managerId: 'mgr_1' } })).status).toBe(404)
    expect((await call('listPublicProperties', { params: { managerId: 'mgr_1' } })).status).toBe(404)
  })

  test('active properties alone, without their calendar links', async () => {
    const manager = await givenManager()
    const shown = await givenProperty({ manager, name: 'Shown' })
    const hidden = await givenProperty({ manager, name: 'Hidden', isActive: false })
    const { reply } = await call('listPublicProperties', { params: { managerId: manager.id } })
    expect(reply.properties.map(({ name }) => name)).toEqual(['Shown'])
    expect(JSON.stringify(reply)).not.toContain('calendars.test')
    const one = await call('getPublicProperty', { params: { propertyId: shown.id } })
    expect(Object.keys(one.reply).toSorted()).toEqual(
      [
        'bookingUrl',
        'description',
        'id',
        'imageUrl',
        'managerId',
        'minNights',
        'name',
        'timezone',
      ].toSorted(),
    )
    expect((await call('getPublicProperty', { params: { propertyId: hidden.id } })).status).toBe(404)
    expect((await call('getAvailability', { params: { propertyId: hidden.id } })).status).toBe(404)
  })

  test('availability: unread, known, and unknown while a link fails', async () => {
    const property = await givenProperty({ minNights: 2 })
    const read = async () => (await call('getAvailability', { params: { propertyId: property.id } })).reply
    expect(await read()).toMatchObject({ known: false, knownUntil: null, taken: [], minNights: 2 })
    const taken = [{ from: dateIn(3), to: dateIn(6) }]
    await givenCalendar(property.id, taken)
    expect(await read()).toMatchObject({ known: true, today: dateIn(0), taken })
    await givenCalendar(property.id, taken, true)
    expect(await read()).toMatchObject({ known: false, taken })
  })

  test('the directory has a page and a cursor that fits nowhere else', async () => {
    await givenManager({ companySlug: `listed-${Date.now()}` })
    const { status, reply } = await call('listCompanies')
    expect(status).toBe(200)
    expect(reply.companies.length).toBeGreaterThan(0)
    const foreign = Buffer.from(JSON.stringify({ pk: 'x', sk: 'y', gsi1pk: 'M#1#E', gsi1sk: 'z' }))
    for (const cursor of ['nonsense', foreign.toString('base64url')])
      expect((await call('listCompanies', { query: { cursor } })).problem.code).toBe('malformed_query')
  })
})

describe('what cannot be understood', () => {
  test('is refused by its place', async () => {
    const refused = async (rawBody: string) => (await call('joinWaitlist', { rawBody })).problem
    expect(await refused('{')).toMatchObject({ code: 'malformed_body', errors: [{ pointer: '' }] })
    expect(await refused('[]')).toMatchObject({ code: 'malformed_body' })
    expect((await refused('{"key":"short"}')).errors?.map(({ pointer }) => pointer)).toEqual([
      '/key',
      '/propertyId',
      '/wish',
    ])
  })

  test('is refused where it is longer than anything expected', async () => {
    const property = await givenProperty()
    const body = { key: givenKey(), propertyId: property.id, wish: givenWish() }
    const padded = (length: number) => JSON.stringify({ ...body, padding: 'x'.repeat(length) })
    const { problem } = await call('joinWaitlist', { rawBody: padded(100_000) })
    expect(problem).toMatchObject({ code: 'malformed_body', status: 400 })
    expect((await call('joinWaitlist', { rawBody: padded(1000) })).status).toBe(200)
  })

  test('an address that is too long for a key is not found', async () => {
    const { status } = await call('getEntry', { params: { entryId: 'x'.repeat(5000) } })
    expect(status).toBe(404)
  })
})
