import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { PropertyDraft } from '../../domain/property.ts'
import type { Wish } from '../../domain/waitlist.ts'
import { newEntryId, newPropertyId } from '../../lambdas/lib/ids.ts'
import { addEntry, setPriority } from '../../lambdas/table/entry.ts'
import type { EntryRow } from '../../lambdas/table/entry.ts'
import { addManager, getManager } from '../../lambdas/table/manager.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { createProperty, getProperties, setActive } from '../../lambdas/table/property.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import type { InboxMessage } from '../../local/inbox.ts'
import { bootStack } from '../../local/stack.ts'
import type { Stack } from '../../local/stack.ts'
import type { StackOptions } from '../../local/stack-options.ts'
import { expectNobodyIn } from '../personal.ts'

/** A booking in a calendar: the nights of `[from, to)`. */
export type Booking = { from: string; to: string }

/** The product on the embedded services, with words for what a story needs. */
export type World = {
  stack: Stack
  /** Instant of the product's clock. */
  now(): string
  givenManager(given?: { trialDays?: number }): Promise<ManagerRow>
  /** An active property whose calendar is served by this machine. */
  givenProperty(
    given?: Partial<PropertyDraft> & { manager?: ManagerRow; feed?: string },
  ): Promise<PropertyRow>
  givenEntry(
    property: PropertyRow,
    given?: Partial<Wish> & { isPriority?: boolean; isFreeNow?: boolean },
  ): Promise<EntryRow>
  /** What the calendar `feed` shows from now on. */
  showBookings(feed: string, bookings: readonly Booking[]): void
  /** Checks one property now, whatever its turn is, as happens when it was added. */
  check(property: PropertyRow): Promise<void>
  /** Lets time pass, with everything that falls due in it. */
  pass(seconds: number): Promise<void>
  /** Messages accepted by the providers, oldest first. */
  messages(kind?: InboxMessage['kind']): InboxMessage[]
  /** Ends a story: its properties are switched off, its faults removed, the inbox emptied. */
  rest(): Promise<void>
  /** Puts everything in the dead-letter queues back to work, as an operator would; how much that was. */
  redrive(): number
  /** Ends the process as a crash would and boots again on the same data; needs `dataDir`. */
  crash(): Promise<void>
  close(): Promise<void>
}

export type WorldOptions = Partial<StackOptions> & {
  /** Keep data in a directory of its own, so that the world can crash and come back. */
  isDurable?: boolean
}

/** Where `npm start` and `npm test` put what `cdk synth` made. */
const assemblyDirectory = resolve(process.env['ASSEMBLY'] ?? join(import.meta.dirname, '../../cdk.out'))

/**
 * Boots the stack on a clock of its own. One world at a time in a process: the SDK clients of this process keep
 * the first one's address, which a world that comes back from a crash takes again.
 */
export async function givenWorld({ isDurable = false, ...given }: WorldOptions = {}): Promise<World> {
  const dataDir = isDurable ? mkdtempSync(join(tmpdir(), 'waitlist-world-')) : undefined
  const options: StackOptions = {
    assembly: assemblyDirectory,
    startAt: '2027-01-15T10:00:00Z',
    ...(dataDir !== undefined && { dataDir }),
    ...given,
    parameters: { MailRatePerSecond: '10000', ...given.parameters },
  }
  let stack = await bootStack(options)
  pointClientsAt(stack)
  const now = () => new Date(stack.clock.now()).toISOString()
  const properties = new Set<string>()

  const world: World = {
    get stack() {
      return stack
    },
    now,
    givenManager: ({ trialDays = 14 } = {}) => addManagerAt(now(), trialDays),
    async givenProperty({ manager, feed = 'harbour', ...draft } = {}) {
      const owner = manager ?? (await addManagerAt(now(), 14))
      const row = await createProperty({
        id: newPropertyId(now()),
        managerId: owner.id,
        createdAt: now(),
        key: newEntryId(),
        draft: {
          name: 'Harbour Loft',
          description: null,
          imageUrl: null,
          bookingUrl: 'https://booking.test/harbour-loft',
          icalUrls: [`${stack.endpoint}/local/feeds/${feed}.ics`],
          timezone: 'UTC',
          minNights: 1,
          ...draft,
        },
      })
      properties.add(row!.id)
      return row!
    },
    async givenEntry(property, { isPriority = false, isFreeNow = false, ...wish } = {}) {
      const joined = await addEntry({
        id: newEntryId(),
        property,
        wish: {
          guestName: 'Gia Guest',
          guestEmail: `guest-${newEntryId().slice(5, 15)}@mail.test`,
          guestPhone: null,
          checkInDate: null,
          checkOutDate: null,
          anyDates: !wish.checkInDate,
          notificationPreference: 'email',
          ...wish,
        },
        createdAt: now(),
        key: newEntryId(),
        isFreeNow,
        deliveryIssue: null,
      })
      if (joined.kind !== 'joined') throw new Error(`The given request was not added: ${joined.kind}`)
      return isPriority ? (await setPriority(joined.row, true, now()))! : joined.row
    },
    showBookings: (feed, bookings) => void stack.feeds.put(feed, calendarOf(bookings)),
    async check(property) {
      const message = { roundAt: now(), propertyIds: [property.id] }
      stack.queue('check-queue').send(JSON.stringify(message))
      await stack.settle()
    },
    pass: (seconds) => stack.advance(seconds),
    messages: (kind) =>
      stack.inbox
        .list()
        .filter((message) => kind === undefined || message.kind === kind)
        .toReversed(),
    async rest() {
      stack.onCall(undefined)
      stack.onDelivery(undefined)
      for (const row of (await getProperties(properties)).values()) await setActive(row, false)
      properties.clear()
      await stack.settle()
      for (const queue of stack.queues) queue.purge()
      stack.inbox.clear()
    },
    redrive() {
      let count = 0
      for (const name of ['check', 'mail']) {
        const dead = stack.queue(`${name}-dlq`)
        for (const message of dead.receive(1000)) {
          stack.queue(`${name}-queue`).send(message.body)
          dead.delete(message.receipt)
          count++
        }
      }
      return count
    },
    async crash() {
      const { port } = new URL(stack.endpoint)
      await stack.kill()
      stack = await bootStack({ ...options, port: Number(port) })
    },
    async close() {
      await stack.close()
      expectNobodyIn(stack.logs.map(({ text }) => text))
      if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

function pointClientsAt(stack: Stack): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: stack.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: stack.operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: stack.operator.secretAccessKey,
    TABLE_NAME: stack.outputs['TableName'],
  })
}

async function addManagerAt(now: string, trialDays: number): Promise<ManagerRow> {
  const id = `mgr_${crypto.randomUUID()}`
  await addManager({
    id,
    email: `manager-${id.slice(4, 12)}@company.test`,
    firstName: 'Mona',
    lastName: 'Tester',
    companyName: 'Seaside Stays',
    subscriptionActive: true,
    subscribed: false,
    trialEndsAt: new Date(Date.parse(now) + trialDays * 86_400_000).toISOString(),
    createdAt: now,
  })
  return (await getManager(id))!
}

/** A calendar as a booking platform exports it. */
export function calendarOf(bookings: readonly Booking[]): string {
  const plain = (date: string) => date.replaceAll('-', '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stays//Calendar//EN',
    ...bookings.flatMap(({ from, to }) => [
      'BEGIN:VEVENT',
      `UID:${plain(from)}-${plain(to)}@stays.test`,
      'DTSTAMP:20270101T000000Z',
      `DTSTART;VALUE=DATE:${plain(from)}`,
      `DTEND;VALUE=DATE:${plain(to)}`,
      'SUMMARY:Reserved',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
