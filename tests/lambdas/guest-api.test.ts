import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCalendar } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import type { NightRange } from '../../domain/nights.ts'
import { MailJob } from '../../events/mail.ts'
import { handler } from '../../lambdas/guest-api.ts'
import { newEntryId, newPropertyId } from '../../lambdas/lib/ids.ts'
import { getCalendar, saveCalendar } from '../../lambdas/table/calendar.ts'
import { getEntry, markNotified, setDeliveryIssue } from '../../lambdas/table/entry.ts'
import { getProperty, setActive } from '../../lambdas/table/property.ts'
import { saveSettings } from '../../lambdas/table/settings.ts'
import { suppress, suppressionOf } from '../../lambdas/table/suppression.ts'
import { listDue } from '../../lambdas/table/deferred.ts'
import { defaultSettings } from '../../domain/manager.ts'
import { callRoute } from '../call.ts'
import type { Sent } from '../call.ts'
import {
  dateIn,
  givenEmail,
  givenEntry,
  givenKey,
  givenManager,
  givenProperty,
  givenTable,
  givenWish,
} from '../given.ts'
import type { GivenServices } from '../given.ts'
import type { RouteName } from '../../events/api.ts'

let services: GivenServices
beforeAll(async () => {
  services = await givenTable()
})
beforeEach(() => services.clearQueues())

const call = <Name extends RouteName>(name: Name, sent?: Sent<Name>) => callRoute(handler, name, sent)
const now = () => new Date().toISOString()
const dates = { checkInDate: dateIn(30), checkOutDate: dateIn(33) }

/** The property's calendar as if one link had been read, with these nights taken. */
async function givenCalendar(propertyId: string, blocked: NightRange[], failing = false): Promise<void> {
  const link: CalendarState['links'][number] = {
    key: 'link',
    blocked,
    furthest: null,
    earlierFurthest: [],
    readUpTo: dateIn(700),
    hash: 'hash',
    acceptedAt: now(),
    failures: failing ? 1 : 0,
    ...(failing && { failingSince: now(), failure: 'timeout' }),
  }
  const state = { ...emptyCalendar(propertyId), links: [link] }
  await saveCalendar(await getCalendar(propertyId), state)
}

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

describe('all requests of an address', () => {
  const codesSent = () =>
    services
      .messagesOn('mail-queue')
      .map((body) => MailJob.parse(body))
      .filter((job) => job.kind === 'code')

  async function provedBy(email: string): Promise<string> {
    await call('requestEmailCode', { body: { email }, sourceIp: email })
    const code = codesSent().findLast((job) => job.email === email)!.code
    const { reply } = await call('confirmEmailCode', { body: { email, code }, sourceIp: email })
    return reply.token
  }

  test('are listed for who has the code, newest first, of one company where asked', async () => {
    const [one, other] = [await givenProperty(), await givenProperty()]
    const guestEmail = givenEmail()
    const older = await givenEntry(one, { guestEmail, createdAt: '2026-05-01T10:00:00.000Z' })
    const newer = await givenEntry(other, { guestEmail, createdAt: '2026-05-02T10:00:00.000Z' })
    await givenEntry(one)
    const headers = { 'x-guest-token': await provedBy(guestEmail) }
    const all = await call('listMyEntries', { headers })
    expect(all.reply.entries.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(all.reply.email).toBe(guestEmail)
    expect(all.reply.entries[0]?.company?.id).toBe(other.managerId)
    const some = await call('listMyEntries', { headers, query: { managerId: one.managerId } })
    expect(some.reply.entries.map(({ id }) => id)).toEqual([older.id])
  })

  test('asking answers alike for known and unknown addresses', async () => {
    const { guestEmail } = await givenEntry(await givenProperty())
    const known = await call('requestEmailCode', { body: { email: guestEmail } })
    const unknown = await call('requestEmailCode', { body: { email: givenEmail() } })
    expect(known).toMatchObject({ status: 200, reply: {} })
    expect(unknown).toEqual(known)
    const wrong = (email: string) => call('confirmEmailCode', { body: { email, code: '000000' } })
    expect((await wrong(givenEmail())).problem.code).toBe('code_expired')
  })

  test('neither the code nor the token is stored as it is', async () => {
    const email = givenEmail()
    const token = await provedBy(email)
    const { code } = codesSent().findLast((job) => job.email === email)!
    expect(code).toMatch(/^\d{6}$/)
    const { reply } = await call('listMyEntries', { headers: { 'x-guest-token': token } })
    expect(reply).toEqual({ email, entries: [] })
    const again = await call('confirmEmailCode', { body: { email, code } })
    expect(again.problem.code).toBe('code_expired')
  })

  test('a wrong code is refused, the sixth try whatever it is', async () => {
    const email = givenEmail()
    await call('requestEmailCode', { body: { email } })
    const { code } = codesSent().findLast((job) => job.email === email)!
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++)
      expect((await call('confirmEmailCode', { body: { email, code: wrong } })).problem.code).toBe(
        'code_wrong',
      )
    expect((await call('confirmEmailCode', { body: { email, code } })).problem.code).toBe('code_expired')
  })

  test('an address gets five codes an hour, from wherever they are asked; a network address asks for thirty', async () => {
    const email = givenEmail()
    const asking = async (sent: Sent<'requestEmailCode'>) => (await call('requestEmailCode', sent)).status
    for (let i = 0; i < 5; i++)
      expect(await asking({ body: { email }, sourceIp: `198.51.100.${i}` })).toBe(200)
    expect(await asking({ body: { email }, sourceIp: '198.51.100.9' })).toBe(429)

    const sourceIp = '203.0.113.7'
    for (let i = 0; i < 30; i++) await asking({ body: { email: givenEmail() }, sourceIp })
    expect(await asking({ body: { email: givenEmail() }, sourceIp })).toBe(429)
    // Behind CloudFront the viewer is the last but one hop; what stands before it is only claimed.
    const headers = { 'x-forwarded-for': `203.0.113.99, ${sourceIp}, 10.0.0.1` }
    expect(await asking({ body: { email: givenEmail() }, headers })).toBe(429)
  })

  test('need the token', async () => {
    for (const headers of [{}, { 'x-guest-token': 'made-up' }] as Record<string, string>[])
      expect(await call('listMyEntries', { headers })).toMatchObject({
        status: 401,
        problem: { code: 'guest_token_invalid' },
      })
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
