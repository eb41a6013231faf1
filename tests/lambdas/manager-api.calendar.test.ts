import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyCalendar } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import { linkKey } from '../../lambdas/lib/calendar-feed/feed-address.ts'
import { handler } from '../../lambdas/manager-api.ts'
import { getCalendar, saveCalendar } from '../../lambdas/table/calendar.ts'
import { claimAlert } from '../../lambdas/table/claim.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { getOpening, recordOpening } from '../../lambdas/table/opening.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import { callsTo } from '../call.ts'
import { dateIn, givenEmail, givenEntry, givenManager, givenProperty, givenTable, now } from '../given.ts'

const services = await givenTable()

let manager: ManagerRow
beforeEach(async () => {
  manager = await givenManager()
})

const call = callsTo(handler, () => manager)

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

  test.each([
    [403, 'copy the link anew'],
    [503, 'We keep trying'],
  ])('a status of %i asks the manager only for what would help', async (failureStatus, advice) => {
    const property = await givenCalendar({
      links: [link({ failures: 1, failure: 'http_status', failureStatus })],
    })
    const { reply } = await call('getPropertyCalendar', { params: { propertyId: property.id } })
    expect(reply.links[0]?.fault).toContain(advice)
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
