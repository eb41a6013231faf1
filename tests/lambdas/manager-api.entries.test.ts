import { beforeEach, describe, expect, test } from 'vitest'
import { MailJob } from '../../events/mail.ts'
import { handler } from '../../lambdas/manager-api.ts'
import { markNotified, setDeliveryIssue } from '../../lambdas/table/entry.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { callsTo } from '../call.ts'
import { dateIn, givenEntry, givenKey, givenManager, givenProperty, givenTable, now } from '../given.ts'

const services = await givenTable()

let manager: ManagerRow
beforeEach(async () => {
  manager = await givenManager()
})

const call = callsTo(handler, () => manager)

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

  test('counts nobody whom no message reaches', async () => {
    const property = await givenProperty({ manager })
    const reached = await givenEntry(property)
    const byText = await givenEntry(property, { guestPhone: '+15551234567', notificationPreference: 'both' })
    const unsubscribed = await givenEntry(property)
    await setDeliveryIssue(byText.id, 'bounced')
    await setDeliveryIssue(unsubscribed.id, 'unsubscribed')
    const { reply } = await send([reached.id, byText.id, unsubscribed.id])
    expect(reply).toEqual({ notificationsSent: 2 })
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
