import { describe, expect, test } from 'vitest'
import { delayOf, slotsOf } from '../../../lambdas/calendar/dispatch-round.ts'
import { getCalendar } from '../../../lambdas/table/calendar.ts'
import { activeWork } from '../../../lambdas/table/keys.ts'
import { getProperty } from '../../../lambdas/table/property.ts'
import type { PropertyRow } from '../../../lambdas/table/property.ts'
import { readSample } from '../../events/samples.ts'
import { givenBooked, givenSharedWorld } from './given-booked.ts'

/** Rounds of checks, checks that meet, and the check that a manager watches. */

const quarter = 15 * 60
const hour = 3600

const world = await givenSharedWorld()

/** Presses "Manual Availability Check" as this property's manager. */
async function checkNow({ managerId }: PropertyRow): Promise<{ notificationsSent: number }> {
  const event = readSample('check-now.manual-check') as {
    requestContext: { authorizer: { jwt: { claims: { sub: string } } } }
  }
  event.requestContext.authorizer.jwt.claims.sub = managerId.replace('mgr_', '')
  const answer = (await world.stack.invoke('check-now', event)) as { statusCode: number; body: string }
  expect(answer.statusCode, answer.body).toBe(200)
  return JSON.parse(answer.body) as { notificationsSent: number }
}

describe('the manual check', () => {
  test('takes both readings in one call, tells priority guests and says how many', async () => {
    const { property, cancel } = await givenBooked(world)
    const first = await world.givenEntry(property, { isPriority: true })
    const second = await world.givenEntry(property, { isPriority: true })
    const standard = await world.givenEntry(property)
    cancel()
    expect(await checkNow(property)).toEqual({ notificationsSent: 2 })
    await world.stack.settle()
    const told = world.messages().flatMap(({ to }) => to)
    expect(told.toSorted()).toEqual([first.guestEmail, second.guestEmail].toSorted())
    await world.pass(hour + quarter)
    expect(world.messages().map(({ to }) => to[0])).toContain(standard.guestEmail)
    expect(world.messages()).toHaveLength(3)
  })

  test('answers 0 when nothing opened, and again once everything is told', async () => {
    const { property, cancel } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    expect(await checkNow(property)).toEqual({ notificationsSent: 0 })
    cancel()
    expect(await checkNow(property)).toEqual({ notificationsSent: 1 })
    await world.stack.settle()
    expect(await checkNow(property)).toEqual({ notificationsSent: 0 })
    await world.pass(2 * hour)
    expect(world.messages()).toHaveLength(1)
  })

  test("reads nobody else's calendars", async () => {
    const { property } = await givenBooked(world)
    const other = await givenBooked(world)
    await world.givenEntry(other.property, { isPriority: true })
    other.cancel()
    const before = await getCalendar(other.property.id)
    expect(await checkNow(property)).toEqual({ notificationsSent: 0 })
    expect((await getCalendar(other.property.id)).revision).toBe(before.revision)
  })
})

describe('checks that meet', () => {
  test('two at once find one opening and announce it once', async () => {
    const { property, cancel } = await givenBooked(world)
    for (let i = 0; i < 5; i++) await world.givenEntry(property, { isPriority: true })
    cancel()
    await world.pass(quarter)
    const before = world.stack.executions.list().length
    const seen = new Set<string>()
    world.stack.onDelivery(({ queue, messageId }) => {
      if (queue !== 'check-queue' || seen.has(messageId)) return undefined
      seen.add(messageId)
      return 'duplicate'
    })
    await world.pass(quarter)
    expect(world.stack.executions.list()).toHaveLength(before + 1)
    expect(world.messages()).toHaveLength(5)
  })

  test('one property that cannot be stored does not keep the others of its message waiting', async () => {
    const one = await givenBooked(world)
    const two = await givenBooked(world)
    for (const { property } of [one, two]) await world.givenEntry(property, { isPriority: true })
    one.cancel()
    two.cancel()
    let refusals = 0
    // More than the client's own tries, so that one of the two fails for good in this round.
    world.stack.onCall(({ functionName, action, phase }) =>
      functionName === 'check-calendars' &&
      action === 'TransactWriteItems' &&
      phase === 'before' &&
      refusals++ < 4
        ? { error: { code: 'InternalServerError', status: 500 } }
        : undefined,
    )
    await world.pass(quarter)
    world.stack.onCall(undefined)
    await world.pass(2 * quarter)
    expect(world.messages()).toHaveLength(2)
    expect(world.stack.queue('check-dlq').counts().visible).toBe(0)
  })
})

describe('a round', () => {
  test('takes what is waited for every quarter, and the rest once an hour', async () => {
    expect(slotsOf('2027-01-15T10:00:03.000Z')).toEqual(['quarter', 'hour-0'])
    expect(slotsOf('2027-01-15T10:59:59.000Z')).toEqual(['quarter', 'hour-3'])

    const { property } = await givenBooked(world)
    // Its first reading waits for the second.
    expect((await getProperty(property.id))?.slot).toBe('quarter')
    await world.pass(quarter)
    expect((await getProperty(property.id))?.slot).toMatch(/^hour-[0-3]$/)
    const entry = await world.givenEntry(property)
    expect((await getProperty(property.id))?.slot).toBe('quarter')
    expect(entry.isNotified).toBe(false)
  })

  test('puts a property whose guests are all told back to once an hour', async () => {
    const { property, cancel } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    cancel()
    await world.pass(2 * quarter)
    expect(world.messages()).toHaveLength(1)
    await world.pass(2 * quarter)
    expect(await getProperty(property.id)).toMatchObject({
      waitingCount: 0,
      hasPending: false,
      slot: expect.stringMatching(/^hour-/),
    })
  })

  test('starts at once for a small fleet and is spread over twelve minutes for a large one', () => {
    expect(delayOf(49, 50)).toBe(0)
    expect(delayOf(0, 10_000)).toBe(0)
    expect(delayOf(9_999, 10_000)).toBeLessThan(720)
    expect(delayOf(5_000, 10_000)).toBe(360)
  })

  test('names at most a hundred properties a message, neighbours by the host of their calendars', async () => {
    const manager = await world.givenManager()
    for (let i = 0; i < 120; i++) {
      // Private addresses: refused at once, so that no name has to be looked up.
      const host = i % 2 === 0 ? '10.0.0.1' : '10.0.0.2'
      const property = await world.givenProperty({ manager, icalUrls: [`https://${host}/${i}.ics`] })
      await world.givenEntry(property)
      expect(activeWork('quarter', property.id, host).gsi2sk).toContain(host)
    }
    const messages: string[][] = []
    world.stack.onDelivery(({ queue, body }) => {
      if (queue !== 'check-queue') return undefined
      messages.push((JSON.parse(body) as { propertyIds: string[] }).propertyIds)
      return undefined
    })
    await world.stack.runSchedule('dispatch-checks')
    expect(messages.map((ids) => ids.length).toSorted((a, b) => a - b)).toEqual([20, 100])
    const inOrder = messages.toSorted((a, b) => b.length - a.length).flat()
    const hosts = await Promise.all(
      inOrder.map(async (id) => new URL((await getProperty(id))!.icalUrls[0]!).host),
    )
    expect(hosts).toEqual(hosts.toSorted())
  })
})
