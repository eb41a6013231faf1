import { describe, expect, test } from 'vitest'
import { listClaimsOfEntry } from '../../../lambdas/table/claim.ts'
import { getEntry, removeEntry } from '../../../lambdas/table/entry.ts'
import { returnToWaiting } from '../../../lambdas/table/wish-change.ts'
import { getProperty, setActive } from '../../../lambdas/table/property.ts'
import type { PropertyRow } from '../../../lambdas/table/property.ts'
import { dayAfter, zoneAt } from '../../faults/zones.ts'
import { givenBooked, givenSharedWorld, newFeed } from './given-booked.ts'

/** From the calendar to the inbox, on the real stack: who is told, when, and who is not. */

const quarter = 15 * 60
const hour = 3600

const world = await givenSharedWorld()

/** A date `days` after the product's today. */
const day = (days: number) => dayAfter(world.now(), days)

const recipients = () => world.messages().flatMap((message) => message.to)

describe('a cancelled booking', () => {
  test('tells priority guests at once and the others after their hour, each with a link to the request', async () => {
    const { property, cancel, booking } = await givenBooked(world)
    const dated = await world.givenEntry(property, { checkInDate: booking.from, checkOutDate: day(22) })
    const priority = await world.givenEntry(property, { isPriority: true })
    const other = await world.givenEntry(property, { checkInDate: day(6), checkOutDate: day(9) })
    cancel()

    await world.pass(quarter)
    expect(recipients(), 'one reading is not enough').toEqual([])
    await world.pass(quarter)
    expect(recipients()).toEqual([priority.guestEmail])
    await world.pass(hour)
    expect(recipients().toSorted()).toEqual([priority.guestEmail, dated.guestEmail].toSorted())

    const message = world.messages().find(({ to }) => to.includes(dated.guestEmail))!
    expect(message.text).toContain(`/waitlist-entry/${dated.id}`)
    expect(message.from).toContain('Seaside Stays via Waitlist')
    expect(message.headers['list-unsubscribe']).toMatch(new RegExp(`/api/entries/${dated.id}/unsubscribe>$`))
    expect(message.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(message.replyTo).toMatch(/@company\.test/)

    expect((await getEntry(dated.id))?.isNotified).toBe(true)
    expect((await getEntry(other.id))?.isNotified).toBe(false)
    expect(await listClaimsOfEntry(other.id), 'nothing stands in its log').toEqual([])
    expect(await getProperty(property.id)).toMatchObject({ waitingCount: 1, notifiedCount: 2 })
    const [claim] = await listClaimsOfEntry(dated.id)
    expect(claim).toMatchObject({ channel: 'email', state: 'delivered' })
    expect(claim?.to).not.toContain(dated.guestEmail.split('@')[0])
  })

  test('that comes back at the next reading tells nobody', async () => {
    const { property, cancel, book } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    cancel()
    await world.pass(quarter)
    book()
    await world.pass(quarter + hour)
    expect(recipients()).toEqual([])
  })

  test('that is booked again within the hour tells no more guests', async () => {
    const { property, cancel, book } = await givenBooked(world)
    const priority = await world.givenEntry(property, { isPriority: true })
    const standard = await world.givenEntry(property)
    cancel()
    await world.pass(2 * quarter)
    book()
    await world.pass(hour + quarter)
    expect(recipients()).toEqual([priority.guestEmail])
    expect((await getEntry(standard.id))?.isNotified).toBe(false)
  })

  test('that is booked again between queue and sending tells nobody', async () => {
    const { property, cancel, book } = await givenBooked(world)
    const priority = await world.givenEntry(property, { isPriority: true })
    cancel()
    await world.pass(quarter)
    // The sender is down while the booking returns.
    world.stack.onCall((call) =>
      call.service === 'ses' ? { error: { code: 'Throttling', status: 400 } } : undefined,
    )
    await world.pass(quarter)
    book()
    await world.pass(quarter)
    world.stack.onCall(undefined)
    await world.pass(hour)
    expect(recipients()).toEqual([])
    expect((await listClaimsOfEntry(priority.id))[0]?.state).toBe('gone')
  })

  test('of an inactive property tells nobody', async () => {
    const { property, cancel } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    cancel()
    await world.pass(quarter)
    await setActive((await getProperty(property.id)) as PropertyRow, false)
    await world.pass(quarter + hour)
    expect(recipients()).toEqual([])
  })

  test.each([1, 2])(
    'of a property off for %i hours is told to dated requests once it is on',
    async (hours) => {
      const { property, cancel } = await givenBooked(world)
      const entry = await world.givenEntry(property, { checkInDate: day(20), checkOutDate: day(22) })
      cancel()
      await world.pass(2 * quarter)
      await setActive((await getProperty(property.id)) as PropertyRow, false)
      await world.pass(hours * hour)
      expect(recipients()).toEqual([])
      await setActive((await getProperty(property.id)) as PropertyRow, true)
      // As the switch does: a check at once, which after an hour still leaves it to the opening's announcement.
      await world.check(property)
      await world.pass(2 * hour)
      expect(recipients()).toEqual([entry.guestEmail])
      expect((await getProperty(property.id))?.hasPending).toBe(false)
    },
  )

  test('is no news to a flexible request made afterwards, nor to one that was deleted', async () => {
    const { property, cancel } = await givenBooked(world)
    const deleted = await world.givenEntry(property)
    cancel()
    await world.pass(2 * quarter)
    await world.givenEntry(property)
    await removeEntry(deleted.id)
    await world.pass(2 * hour)
    expect(recipients()).toEqual([])
  })

  test('tells a guest with several requests once, and all of them are notified', async () => {
    const { property, cancel, booking } = await givenBooked(world)
    const guestEmail = 'twice@mail.test'
    const first = await world.givenEntry(property, { guestEmail, isPriority: true })
    const second = await world.givenEntry(property, {
      guestEmail: 'Twice@Mail.test',
      checkInDate: booking.from,
      checkOutDate: booking.to,
    })
    cancel()
    await world.pass(2 * quarter + hour)
    expect(world.messages()).toHaveLength(1)
    expect((await getEntry(first.id))?.isNotified).toBe(true)
    expect((await getEntry(second.id))?.isNotified).toBe(true)
  })

  test('among several at once tells who takes any dates of one, and who waits for the other of that', async () => {
    const { property, feed, booking } = await givenBooked(world)
    const any = await world.givenEntry(property, { isPriority: true })
    const dated = [booking, { from: day(60), to: day(62) }].map(({ from, to }) =>
      world.givenEntry(property, { checkInDate: from, checkOutDate: to, isPriority: true }),
    )
    const waiting = [any, ...(await Promise.all(dated))]
    world.showBookings(feed, [{ from: day(5), to: day(8) }])

    await world.pass(quarter)
    await world.pass(quarter)
    await world.pass(hour)

    expect(recipients().toSorted()).toEqual(waiting.map(({ guestEmail }) => guestEmail).toSorted())
  })

  test('tells again who went back to the list, of the next one', async () => {
    const { property, cancel, book } = await givenBooked(world)
    const entry = await world.givenEntry(property, { isPriority: true })
    cancel()
    await world.pass(2 * quarter)
    const told = (await getEntry(entry.id))!
    await returnToWaiting(told, (await getProperty(property.id))!, world.now())
    await world.pass(hour)
    expect(world.messages()).toHaveLength(1)
    book()
    await world.pass(quarter)
    cancel()
    await world.pass(2 * quarter)
    expect(world.messages()).toHaveLength(2)
  })
})

describe('dates that are free without a cancellation', () => {
  test('are told to who joins for them', async () => {
    const { property } = await givenBooked(world)
    // As a join does that finds the dates free: the property is flagged.
    const entry = await world.givenEntry(property, {
      checkInDate: day(30),
      checkOutDate: day(33),
      isFreeNow: true,
    })
    await world.pass(quarter)
    await world.pass(hour)
    expect(recipients()).toEqual([entry.guestEmail])
    // The check that falls on the very end of the hour may come before the message.
    await world.pass(quarter)
    expect((await getProperty(property.id))?.hasPending).toBe(false)
  })

  test('are found by the daily look at everything', async () => {
    const { property } = await givenBooked(world)
    const entry = await world.givenEntry(property, { checkInDate: day(30), checkOutDate: day(33) })
    await world.pass(24 * hour + quarter)
    await world.pass(hour)
    expect(recipients()).toEqual([entry.guestEmail])
  })
})

test('a night that one of two calendars blocks again is not told, though the other cannot be read just then', async () => {
  const [one, two] = [newFeed(), newFeed()]
  const link = (feed: string) => `${world.stack.endpoint}/local/feeds/${feed}.ics`
  const property = await world.givenProperty({
    timezone: zoneAt(world.now(), 9),
    icalUrls: [link(one), link(two)],
  })
  const kept = { from: day(60), to: day(62) }
  const booking = { from: day(20), to: day(27) }
  world.showBookings(one, [booking, kept])
  world.showBookings(two, [kept])
  await world.check(property)
  const priority = await world.givenEntry(property, { isPriority: true })
  await world.givenEntry(property)
  world.showBookings(one, [kept])
  await world.pass(2 * quarter)
  expect(recipients()).toEqual([priority.guestEmail])

  world.stack.feeds.setFault(two, { status: 500 })
  // Two failures, after which that link is left alone for half an hour.
  await world.pass(2 * quarter)
  world.showBookings(one, [booking, kept])
  await world.pass(hour)
  expect(recipients()).toEqual([priority.guestEmail])
})

describe('a calendar that cannot be read', () => {
  test.each([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['an answer of another kind', '{"code":500}'],
    ['a file cut short', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n'],
  ])('frees no night: %s', async (_, body) => {
    const { property, breakFeed } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    breakFeed(body)
    await world.pass(2 * hour)
    expect(recipients()).toEqual([])
  })

  test('is mailed to the manager after a day, once, and its opening is told when it is mended', async () => {
    const { property, breakFeed, mendFeed, cancel } = await givenBooked(world)
    const entry = await world.givenEntry(property, { isPriority: true })
    breakFeed('<html>')
    await world.pass(40 * hour)
    expect(world.messages().map(({ subject }) => subject)).toEqual([
      'The calendar of Harbour Loft cannot be read',
    ])
    cancel()
    mendFeed()
    await world.pass(8 * hour)
    expect(recipients()).toContain(entry.guestEmail)
  })
})

test('an unchanged calendar costs no write and no line in the log', async () => {
  await givenBooked(world)
  await world.pass(quarter)
  const writes: string[] = []
  const lines = world.stack.logs.length
  world.stack.onCall(({ functionName, service, action, phase }) => {
    const isWrite = service !== 'dynamodb' || /Put|Update|Delete|Write/.test(action)
    if (functionName === 'check-calendars' && phase === 'before' && isWrite)
      writes.push(`${service}:${action}`)
    return undefined
  })
  await world.pass(quarter)
  expect(writes).toEqual([])
  expect(
    world.stack.logs.slice(lines).filter(({ functionName }) => functionName === 'check-calendars'),
  ).toEqual([])
})

test('a suspicious drop is mailed to the manager once, and told after two good hours', async () => {
  const feed = newFeed()
  const property = await world.givenProperty({ feed, timezone: zoneAt(world.now(), 9) })
  const bookings = [10, 20, 30, 40].map((start) => ({ from: day(start), to: day(start + 3) }))
  world.showBookings(feed, bookings)
  await world.check(property)
  const entry = await world.givenEntry(property, { isPriority: true })
  world.showBookings(feed, [])
  await world.pass(hour)
  expect(world.messages().map(({ subject }) => subject)).toEqual([
    'Please look at the calendar of Harbour Loft',
  ])
  await world.pass(2 * hour)
  expect(recipients()).toContain(entry.guestEmail)
})
