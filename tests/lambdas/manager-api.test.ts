import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyCalendar } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import { trialDays } from '../../domain/pricing.ts'
import { CheckCalendars } from '../../events/calendar-check.ts'
import { MailJob } from '../../events/mail.ts'
import { linkKey } from '../../lambdas/lib/calendar-feed/feed-address.ts'
import { handler } from '../../lambdas/manager-api.ts'
import { getCalendar, saveCalendar } from '../../lambdas/table/calendar.ts'
import { claimAlert } from '../../lambdas/table/claim.ts'
import { listDue } from '../../lambdas/table/deferred.ts'
import { getEntry, markNotified } from '../../lambdas/table/entry.ts'
import { getManager } from '../../lambdas/table/manager.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { getOpening, recordOpening } from '../../lambdas/table/opening.ts'
import { getProperty } from '../../lambdas/table/property.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import type { RouteName } from '../../events/api.ts'
import { callRoute, eventOf } from '../call.ts'
import type { Sent } from '../call.ts'
import {
  dateIn,
  givenDraft,
  givenEmail,
  givenEntry,
  givenKey,
  givenManager,
  givenProperty,
  givenTable,
} from '../given.ts'
import type { GivenServices } from '../given.ts'

let services: GivenServices
let manager: ManagerRow
beforeAll(async () => {
  services = await givenTable()
})
beforeEach(async () => {
  services.clearQueues()
  manager = await givenManager()
})

const now = () => new Date().toISOString()
const call = <Name extends RouteName>(name: Name, sent?: Sent<Name>) =>
  callRoute(handler, name, { as: manager, ...sent })
const ownerOf = (property: PropertyRow) => ({ as: { id: property.managerId } })

describe('signing in', () => {
  test('the first call makes the row that the confirmation could not, once, with its trial', async () => {
    const sub = randomUUID()
    const as = {
      sub,
      email: givenEmail(),
      given_name: 'Nia',
      family_name: 'New',
      'custom:company_name': 'New Stays',
    }
    const answers = await Promise.all([1, 2, 3].map(() => call('getProfile', { as })))
    for (const { status, reply } of answers) {
      expect(status).toBe(200)
      expect(reply).toMatchObject({
        id: `mgr_${sub}`,
        email: as.email,
        firstName: 'Nia',
        lastName: 'New',
        companyName: 'New Stays',
        companySlug: null,
        subscriptionActive: true,
        subscribed: false,
        waitlistUrl: `https://waitlist.test/manager/mgr_${sub}`,
      })
      const days = (Date.parse(reply.trialEndsAt) - Date.parse(reply.createdAt)) / 86_400_000
      expect(days).toBe(trialDays)
    }
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const mails = (await listDue(inAMonth, 1000)).filter(
      ({ job }) => job.kind === 'manager' && job.managerId === `mgr_${sub}`,
    )
    expect(mails.map(({ job }) => job.kind === 'manager' && job.about)).toEqual([
      'trial_ending',
      'trial_ended',
    ])
    const daysUntil = mails.map(({ dueAt }) => Math.round((Date.parse(dueAt) - Date.now()) / 86_400_000))
    expect(daysUntil).toEqual([trialDays - 3, trialDays])
  })

  test('without an account in the token nothing is answered', async () => {
    const { as: _nobody, ...event } = { as: undefined, ...eventOf('getProfile') }
    expect((await handler(event)).statusCode).toBe(401)
    // An access token names no address, so no row can be made of it.
    expect((await call('getProfile', { as: { sub: randomUUID() } })).problem.code).toBe('not_signed_in')
  })
})

describe('profile', () => {
  test('names, company and slug change; the address follows the slug', async () => {
    const companySlug = `stays-${Date.now()}`
    const { reply } = await call('updateProfile', { body: { firstName: 'Ada', companySlug } })
    expect(reply).toMatchObject({
      firstName: 'Ada',
      lastName: 'Tester',
      companySlug,
      waitlistUrl: `https://waitlist.test/${companySlug}`,
    })
    const without = await call('updateProfile', { body: { companySlug: null, companyName: null } })
    expect(without.reply).toMatchObject({ companySlug: null, companyName: null })
    expect((await getManager(manager.id))?.companySlug).toBeNull()
  })

  test('a taken, reserved or malformed slug is refused by its field', async () => {
    const companySlug = `taken-${Date.now()}`
    await givenManager({ companySlug })
    const refused = async (slug: string) =>
      (await call('updateProfile', { body: { companySlug: slug } })).problem
    expect(await refused(companySlug)).toMatchObject({
      status: 409,
      code: 'slug_taken',
      detail: 'This company URL slug is already in use. Please choose a different one.',
      errors: [{ pointer: '/companySlug' }],
    })
    expect(await refused('dashboard')).toMatchObject({ status: 409, code: 'slug_reserved' })
    expect(await refused('No Spaces')).toMatchObject({ status: 400, errors: [{ pointer: '/companySlug' }] })
    const available = async (slug: string) => (await call('checkSlug', { params: { slug } })).reply.available
    expect(
      await Promise.all([companySlug, 'dashboard', 'No Spaces', `free-${Date.now()}`].map(available)),
    ).toEqual([false, false, false, true])
  })

  test('settings have the defaults of the product until saved', async () => {
    const before = await call('getSettings')
    expect(before.reply).toMatchObject({
      isDefault: true,
      emailSubject: 'Dates Available for {property_name}',
      fromName: 'Seaside Stays',
      fromEmail: manager.email,
      notifyOnNewWaitlist: false,
    })
    const { isDefault: _, ...settings } = before.reply
    const body = { ...settings, emailSubject: 'Free: {property_name}' }
    expect((await call('saveSettings', { body })).reply).toEqual({ ...body, isDefault: false })
    expect((await call('getSettings')).reply.emailSubject).toBe('Free: {property_name}')
    const injected = { ...body, fromName: 'Stays\r\nBcc: everybody@mail.test' }
    expect((await call('saveSettings', { body: injected })).problem.errors?.[0]?.pointer).toBe('/fromName')
  })

  test('billing shows plan and cost, and offers nothing that is not built', async () => {
    for (let i = 0; i < 3; i++) await givenProperty({ manager, isActive: i !== 2 })
    expect((await call('checkSubscription')).reply).toMatchObject({
      subscribed: false,
      subscriptionActive: true,
      propertyCount: 2,
      monthlyCostCents: 145,
    })
    for (const name of ['createCheckout', 'openCustomerPortal'] as const)
      expect((await call(name)).problem).toMatchObject({ status: 503, code: 'billing_unavailable' })
  })
})

describe('logo', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  const jpeg = (width: number, height: number) => {
    const frame = Buffer.from(
      'ffd8ffe000104a46494600010100000100010000ffdb0004aabbffc2000b080000000001011100',
      'hex',
    )
    const at = frame.indexOf(Buffer.from('ffc2', 'hex'))
    frame.writeUInt16BE(height, at + 5)
    frame.writeUInt16BE(width, at + 7)
    return frame
  }

  async function upload(file: Buffer, contentType: 'image/png' | 'image/jpeg' = 'image/png') {
    const { reply } = await call('startLogoUpload', { body: { contentType } })
    const form = new FormData()
    for (const [name, value] of Object.entries(reply.fields)) form.set(name, value)
    form.set('file', new Blob([new Uint8Array(file)], { type: contentType }))
    const posted = await fetch(reply.url.replace(/^https?:\/\/[^/]+/, services.url), {
      method: 'POST',
      body: form,
    })
    return { key: reply.key, posted: posted.status }
  }
  const stored = (key: string | null) => services.logos.read(services.logos.bucket, key ?? '')

  test('is uploaded, taken, replaced and removed; only the one in use stays', async () => {
    const first = await upload(png(200, 80))
    expect(first.posted).toBeLessThan(300)
    const saved = await call('saveLogo', { body: { key: first.key } })
    expect(saved.status).toBe(200)
    const logoKey = saved.reply.logoKey!
    expect(saved.reply.logoUrl).toBe(`/${logoKey}`)
    expect(logoKey).toMatch(new RegExp(`^logos/${manager.id}/logo-[0-9a-f]{12}\\.png$`))
    expect((await stored(logoKey))?.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    })
    expect(await stored(first.key)).toBeUndefined()

    const second = await upload(jpeg(100, 60), 'image/jpeg')
    const replaced = await call('saveLogo', { body: { key: second.key } })
    expect(replaced.reply.logoKey).toMatch(/\.jpg$/)
    expect(await stored(logoKey)).toBeUndefined()

    const removed = await call('removeLogo')
    expect(removed.reply).toMatchObject({ logoKey: null, logoUrl: null })
    expect(await stored(replaced.reply.logoKey)).toBeUndefined()
  })

  test.each([
    ['too small', png(99, 60), 'Please use an image with minimum dimensions of 100px × 60px'],
    ['too flat', jpeg(100, 59), 'Please use an image with minimum dimensions of 100px × 60px'],
    ['no image at all', Buffer.from('<svg onload="alert(1)"/>'), 'Please upload a JPEG or PNG image'],
    ['cut off', png(200, 80).subarray(0, 15), 'Please upload a JPEG or PNG image'],
    [
      'a JPEG without a frame',
      Buffer.from('ffd8ffd9ffffffffffff', 'hex'),
      'Please upload a JPEG or PNG image',
    ],
  ])('%s is refused', async (_, file, words) => {
    const { key } = await upload(file)
    const { status, problem } = await call('saveLogo', { body: { key } })
    expect({ status, code: problem.code, detail: problem.detail }).toEqual({
      status: 422,
      code: 'logo_invalid',
      detail: words,
    })
    expect((await getManager(manager.id))?.logoKey).toBeNull()
  })

  test('more than 100 KB never arrive', async () => {
    const { posted, key } = await upload(Buffer.concat([png(200, 80), Buffer.alloc(100 * 1024)]))
    expect(posted).toBe(400)
    expect((await call('saveLogo', { body: { key } })).status).toBe(422)
  })

  test("another manager's file cannot be taken", async () => {
    const { key } = await upload(png(200, 80))
    const other = await givenManager()
    expect((await call('saveLogo', { as: other, body: { key } })).problem.code).toBe('logo_invalid')
    expect(await stored(key)).toBeDefined()
  })
})

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

describe('requests', () => {
  test('are listed with their property, prioritised, deleted and counted on the dashboard', async () => {
    const property = await givenProperty({ manager, name: 'Harbour' })
    await givenProperty({ manager, isActive: false })
    const entries = []
    for (let minute = 0; minute < 6; minute++)
      entries.unshift(await givenEntry(property, { createdAt: `2026-05-01T10:0${minute}:00.000Z` }))
    const list = await call('listEntries')
    expect(list.reply.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
    expect(list.reply.entries[0]?.propertyName).toBe('Harbour')

    await markNotified(entries[0]!.id, { openingId: 'open_1', from: null, to: null }, now())
    const { reply } = await call('getDashboard')
    expect(reply).toMatchObject({
      totalProperties: 2,
      activeProperties: 1,
      waitlistRequests: 6,
      notificationsSent: 1,
    })
    expect(reply.recentEntries.map(({ id }) => id)).toEqual(entries.slice(0, 5).map(({ id }) => id))

    const params = { entryId: entries[1]!.id }
    const marked = await call('setEntryPriority', { params, body: { isPriority: true } })
    expect(marked.reply).toMatchObject({
      isPriority: true,
      notificationDelayHours: 0,
      propertyName: 'Harbour',
    })
    const unmarked = await call('setEntryPriority', { params, body: { isPriority: false } })
    expect(unmarked.reply).toMatchObject({ isPriority: false, notificationDelayHours: 1 })

    expect((await call('removeEntry', { params })).status).toBe(204)
    expect((await call('removeEntry', { params })).problem.code).toBe('entry_not_found')
    expect((await call('getDashboard')).reply.waitlistRequests).toBe(5)
  })

  test('told guests stay counted after their property is gone', async () => {
    const property = await givenProperty({ manager })
    const entry = await givenEntry(property)
    await markNotified(entry.id, { openingId: 'o', from: null, to: null }, now())
    await call('removeEntry', { params: { entryId: entry.id } })
    await call('deleteProperty', { params: { propertyId: property.id } })
    expect((await call('getDashboard')).reply).toMatchObject({ totalProperties: 0, notificationsSent: 1 })
  })
})

describe('sending notifications', () => {
  const alerts = () =>
    services
      .messagesOn('mail-queue')
      .map((body) => MailJob.parse(body))
      .filter((job) => job.kind === 'alert')
  const send = (waitlistEntryIds: string[], key = givenKey()) =>
    call('sendNotifications', { body: { key, waitlistEntryIds } })

  test('queues one message for each chosen guest who waits, over all chosen channels', async () => {
    const property = await givenProperty({ manager })
    const byMail = await givenEntry(property)
    const byBoth = await givenEntry(property, { guestPhone: '+15551234567', notificationPreference: 'both' })
    const toldAlready = await givenEntry(property)
    await markNotified(toldAlready.id, { openingId: 'open_1', from: null, to: null }, now())
    const foreign = await givenEntry(await givenProperty())
    const { reply } = await send([byMail.id, byBoth.id, toldAlready.id, foreign.id, 'wait_nonsense'])
    expect(reply).toEqual({ notificationsSent: 2 })
    const jobs = alerts()
    expect(jobs.map(({ entryId, channels }) => [entryId, channels])).toEqual(
      expect.arrayContaining([
        [byMail.id, ['email']],
        [byBoth.id, ['email', 'sms']],
      ]),
    )
    expect(jobs).toHaveLength(2)
    expect(new Set(jobs.map(({ openingId }) => openingId)).size).toBe(1)
    expect(jobs[0]?.openingId).toMatch(/^man_/)
  })

  test('once for one key, however often it is pressed, with the same answer', async () => {
    const property = await givenProperty({ manager })
    const entries = await Promise.all([1, 2, 3].map(() => givenEntry(property)))
    const key = givenKey()
    const ids = entries.map(({ id }) => id)
    await send(ids, key)
    const queued = alerts().length
    expect((await send(ids, key)).reply.notificationsSent).toBe(3)
    expect(alerts()).toHaveLength(queued)
    // Two presses at once may queue a message twice; both name the same claim, which is sent once.
    const other = givenKey()
    services.clearQueues()
    await Promise.all([send(ids, other), send(ids, other)])
    expect(new Set(alerts().map(({ openingId, entryId }) => `${openingId} ${entryId}`)).size).toBe(3)
  })

  test('several requests of one guest become one message', async () => {
    const property = await givenProperty({ manager })
    const first = await givenEntry(property)
    const second = await givenEntry(property, {
      guestEmail: first.guestEmail,
      checkInDate: dateIn(30),
      checkOutDate: dateIn(32),
    })
    await send([first.id, second.id])
    expect(alerts()).toHaveLength(1)
  })

  test('five hundred at most, one at least', async () => {
    expect((await send([])).problem.errors?.[0]?.pointer).toBe('/waitlistEntryIds')
    expect((await send(Array.from({ length: 501 }, () => 'wait_x'))).status).toBe(400)
  })
})

describe("a property's calendar", () => {
  const url = 'https://calendars.test/harbour-loft.ics'
  const nights = { from: dateIn(10), to: dateIn(14) }
  const link = (given: Partial<CalendarState['links'][number]> = {}): CalendarState['links'][number] => ({
    key: linkKey(url),
    blocked: [{ from: dateIn(3), to: dateIn(5) }],
    furthest: null,
    earlierFurthest: [],
    readUpTo: dateIn(700),
    hash: 'hash',
    acceptedAt: '2026-05-01T10:00:00.000Z',
    failures: 0,
    ...given,
  })
  const hold = (given: Partial<CalendarState['holds'][number]> = {}): CalendarState['holds'][number] => ({
    id: 'hold_1',
    reason: 'many_runs',
    nights: [nights],
    at: new Date(Date.now() - 3_600_000).toISOString(),
    goodSince: new Date(Date.now() - 3_600_000).toISOString(),
    ...given,
  })
  async function givenCalendar(given: Partial<CalendarState> = {}): Promise<PropertyRow> {
    const property = await givenProperty({ manager, icalUrls: [url] })
    const stored = await getCalendar(property.id)
    await saveCalendar(stored, { ...emptyCalendar(property.id), links: [link()], ...given })
    return property
  }

  test('shows taken nights, openings and what was seen once', async () => {
    const opening = {
      id: 'open_1',
      kind: 'opening' as const,
      ...nights,
      seenAt: '2026-05-01T09:45:00.000Z',
      at: '2026-05-01T10:00:00.000Z',
    }
    const gone = { ...opening, id: 'open_2', from: dateIn(4), to: dateIn(5) }
    const candidate = { from: dateIn(20), to: dateIn(22), since: '2026-05-01T10:00:00.000Z' }
    const property = await givenCalendar({ recent: [opening, gone], candidates: [candidate] })
    const { reply } = await call('getPropertyCalendar', { params: { propertyId: property.id } })
    expect(reply).toMatchObject({
      health: 'good',
      today: dateIn(0),
      taken: [{ from: dateIn(3), to: dateIn(5) }],
      links: [{ url, lastGoodAt: '2026-05-01T10:00:00.000Z', failingSince: null, fault: null }],
      held: [],
    })
    expect(reply.openings.map(({ from, state }) => [from, state])).toEqual([
      [dateIn(20), 'seen'],
      [dateIn(10), 'confirmed'],
      [dateIn(4), 'gone'],
    ])
  })

  test('says in words what is wrong with a link, and since when', async () => {
    const since = '2026-05-01T10:00:00.000Z'
    const property = await givenCalendar({
      links: [link({ failures: 3, failingSince: since, failure: 'not_a_calendar' })],
    })
    const { reply } = await call('getPropertyCalendar', { params: { propertyId: property.id } })
    expect(reply.health).toBe('failing')
    expect(reply.links[0]).toMatchObject({
      failingSince: since,
      fault: expect.stringContaining('not a calendar'),
    })
    const list = await call('listProperties')
    expect(list.reply.properties[0]).toMatchObject({
      calendarHealth: 'failing',
      calendarFault: reply.links[0]?.fault,
    })
  })

  test('a held drop is announced at the manager’s word', async () => {
    const property = await givenCalendar({ holds: [hold()] })
    const params = { propertyId: property.id, holdId: 'hold_1' }
    const before = await call('getPropertyCalendar', { params: { propertyId: property.id } })
    expect(before.reply.held[0]).toMatchObject({ id: 'hold_1', ranges: [nights], reason: 'many_runs' })
    const rest = before.reply.held[0]!.remainingSeconds!
    expect(rest).toBeGreaterThan(3500)
    expect(rest).toBeLessThanOrEqual(3600)

    const { reply } = await call('releaseHold', { params })
    expect(reply.held).toEqual([])
    expect(reply.openings).toMatchObject([{ ...nights, state: 'confirmed' }])
    const openingId = reply.openings[0]!.id
    expect(await getOpening(property.id, openingId)).toMatchObject(nights)
    await vi.waitFor(() => expect(services.executions.list().map(({ name }) => name)).toContain(openingId))
    expect((await getCalendar(property.id)).state.unannounced).toEqual([])
    expect((await call('releaseHold', { params })).problem.code).toBe('hold_not_found')
  })

  test('two clicks on release announce once', async () => {
    const property = await givenCalendar({ holds: [hold()] })
    const params = { propertyId: property.id, holdId: 'hold_1' }
    const answers = await Promise.all([call('releaseHold', { params }), call('releaseHold', { params })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('a dismissed one never is', async () => {
    const property = await givenCalendar({ holds: [hold()] })
    const executions = services.executions.list().length
    const { reply } = await call('dismissHold', { params: { propertyId: property.id, holdId: 'hold_1' } })
    expect(reply).toMatchObject({ held: [], openings: [] })
    expect(reply.taken).toContainEqual(nights)
    expect(services.executions.list()).toHaveLength(executions)
  })

  test('an empty feed waits for the manager alone', async () => {
    const property = await givenCalendar({ holds: [hold({ reason: 'empty_feed', link: linkKey(url) })] })
    const { reply } = await call('getPropertyCalendar', { params: { propertyId: property.id } })
    expect(reply.held[0]).toMatchObject({ reason: 'empty_feed', remainingSeconds: null })
  })

  test('who was told of an opening is listed with masked addresses', async () => {
    const property = await givenProperty({ manager })
    const opening = { id: 'open_log', kind: 'opening' as const, ...nights, seenAt: now(), at: now() }
    await saveCalendar(await getCalendar(property.id), emptyCalendar(property.id), [
      recordOpening(property.id, opening),
    ])
    const entry = await givenEntry(property, { guestEmail: `somebody.${givenEmail()}` })
    await claimAlert('open_log', entry, 'email', now())
    const params = { propertyId: property.id, openingId: 'open_log' }
    const { reply } = await call('listOpeningMessages', { params })
    expect(reply.messages).toMatchObject([{ entryId: entry.id, channel: 'email', result: 'waiting' }])
    expect(JSON.stringify(reply)).not.toContain('somebody')
    const ofEntry = await call('listEntryMessages', { params: { entryId: entry.id } })
    expect(ofEntry.reply.messages).toEqual(reply.messages)
    const unknown = await call('listOpeningMessages', { params: { ...params, openingId: 'open_other' } })
    expect(unknown.problem.code).toBe('opening_not_found')
  })
})

describe('what goes wrong on our side', () => {
  /** What is printed while `work` runs. */
  async function printedBy(work: () => Promise<void>): Promise<string> {
    const printed: string[] = []
    const keep = (chunk: unknown) => printed.push(String(chunk)) > 0
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(keep),
    )
    try {
      await work()
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
    return printed.join('')
  }

  test('is answered with the request id that the log names, and nothing else', async () => {
    const entry = await givenEntry(await givenProperty({ manager }))
    const body = { key: givenKey(), waitlistEntryIds: [entry.id] }
    const event = eventOf('sendNotifications', { as: manager, body })
    services.refuse('sqs')
    const log = await printedBy(async () => {
      const { statusCode, body: answer } = await handler(event)
      expect(statusCode).toBe(500)
      expect(JSON.parse(answer!)).toEqual({
        type: 'urn:problem:internal',
        title: 'Something went wrong on our side. Nothing you entered is lost.',
        detail: 'Something went wrong on our side. Nothing you entered is lost.',
        status: 500,
        code: 'internal',
        requestId: event.requestContext.requestId,
      })
    })
    services.refuse(undefined)
    expect(log).toContain(event.requestContext.requestId)
    expect(log).toContain('AccessDeniedException')
    expect(log).not.toContain('secret words')
    // Nothing is lost: the same press does it once the fault is over.
    expect((await call('sendNotifications', { body })).reply.notificationsSent).toBe(1)
  })

  test('a property is saved even where its check cannot be asked for', async () => {
    services.refuse('sqs')
    const log = await printedBy(async () => {
      const { status } = await call('createProperty', { body: { ...givenDraft(), key: givenKey() } })
      expect(status).toBe(200)
    })
    services.refuse(undefined)
    expect(log).toContain('waits for its next round')
  })

  test('nothing personal is printed, whatever is logged', async () => {
    const { log } = await import('../../lambdas/lib/log.ts')
    const printed = await printedBy(async () => {
      log.info('Told gia@mail.test or +15551234567', { entryId: 'to somebody@mail.test' })
      log.error('A fault', new Error('Gia Guest, gia@mail.test, has no property'))
    })
    expect(printed).toContain('A fault')
    expect(printed).not.toMatch(/gia@|Gia Guest|somebody@|5551234567/)
  })
})
