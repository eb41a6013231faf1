import type { Channel } from '../../domain/waitlist.ts'
import { channelsOf } from '../../domain/waitlist.ts'
import { addressOf } from '../../lambdas/table/claim.ts'
import { getEntries } from '../../lambdas/table/entry.ts'
import type { EntryRow } from '../../lambdas/table/entry.ts'
import { getProperty } from '../../lambdas/table/property.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import { chance, pick } from './chance.ts'
import { faultsOf } from './injected.ts'
import type { World } from './world.ts'
import { dayAfter, zoneAt } from './zones.ts'

/** What a seeded run came to. */
export type StoryResult = {
  seed: number
  guests: number
  messages: number
  /** Sentences, one for each broken promise; empty for a good run. */
  broken: string[]
  /** Messages repeated by the documented edge: a crash between a provider's yes and our record. */
  repeated: { email: number; sms: number }
  /** How often each fault was injected. */
  injected: Record<string, number>
  /** Messages that an operator had to send back from a dead-letter queue. */
  redriven: number
}

const guestCount = 50
const quarter = 15 * 60

/**
 * One booking is cancelled while fifty guests wait and services fail around the pipeline. Then the faults end,
 * time passes, and everybody must have been told who should have been, once per channel.
 */
export async function runStory(world: World, seed: number, withRestart: boolean): Promise<StoryResult> {
  const feed = `story-${seed}`
  // Nine in the morning there, so that no story meets the quiet hours.
  const property = await world.givenProperty({ feed, timezone: zoneAt(world.now(), 9) })
  const day = (offset: number) => dayAfter(world.now(), offset)
  const kept = [
    { from: day(10), to: day(14) },
    { from: day(60), to: day(64) },
    { from: day(90), to: day(97) },
  ]
  const cancelled = { from: day(30), to: day(40) }
  world.showBookings(feed, [...kept, cancelled])
  const told: EntryRow[] = []
  const untold: EntryRow[] = []
  for (let i = 0; i < guestCount; i++) {
    const { entry, isToBeTold } = await joinGuest(world, property, seed, i, day)
    ;(isToBeTold ? told : untold).push(entry)
  }
  await world.check(property)

  const faults = faultsOf(seed, withRestart)
  world.stack.onCall(faults.onCall)
  world.stack.onDelivery(faults.onDelivery)
  world.showBookings(feed, kept)
  for (const seconds of [quarter, quarter, 3600, quarter]) {
    await world.pass(seconds)
    if (!faults.isDown()) continue
    await world.crash()
    faults.noteUp()
    world.stack.onCall(faults.onCall)
    world.stack.onDelivery(faults.onDelivery)
    // What the crash cut short of this time.
    await world.pass(seconds)
  }

  world.stack.onCall(undefined)
  world.stack.onDelivery(undefined)
  // Leases, graces and delays end within the hour; a second one for what had to be redriven.
  await world.pass(5400)
  const redriven = world.redrive()
  if (redriven > 0) await world.pass(5400)

  const broken = await brokenPromises(world, property, told, untold, faults.repeatable)
  const messages = world.messages().length
  await world.rest()
  return {
    seed,
    guests: told.length,
    messages,
    broken: broken.sentences,
    repeated: broken.repeated,
    injected: Object.fromEntries(faults.tally),
    redriven,
  }
}

async function joinGuest(
  world: World,
  property: PropertyRow,
  seed: number,
  i: number,
  day: (offset: number) => string,
): Promise<{ entry: EntryRow; isToBeTold: boolean }> {
  const preference = pick(['email', 'email', 'sms', 'both'] as const, seed, 'preference', i)
  const dates = pick(
    [
      { stay: undefined, isToBeTold: true },
      { stay: [31, 34], isToBeTold: true },
      { stay: [30, 40], isToBeTold: true },
      { stay: [11, 13], isToBeTold: false },
      { stay: [58, 62], isToBeTold: false },
    ],
    seed,
    'dates',
    i,
  )
  // One guest in ten has asked for other dates before: the same address twice.
  const person = i > 0 && chance(seed, 'again', i) < 0.1 ? i - 1 : i
  const [checkIn, checkOut] = dates.stay ?? []
  const joined = world.givenEntry(property, {
    guestName: `Guest ${i}`,
    guestEmail: `s${seed}-g${person}@mail.test`,
    guestPhone:
      preference === 'email' ? null : `+1555${String(seed % 1000).padStart(3, '0')}${1000 + person}`,
    checkInDate: checkIn === undefined ? null : day(checkIn),
    checkOutDate: checkOut === undefined ? null : day(checkOut),
    anyDates: dates.stay === undefined,
    notificationPreference: preference,
    isPriority: chance(seed, 'priority', i) < 0.2,
  })
  try {
    return { entry: await joined, isToBeTold: dates.isToBeTold }
  } catch {
    // The same person asked for the same dates: another one asks instead.
    const entry = await world.givenEntry(property, { guestEmail: `s${seed}-g${i}-other@mail.test` })
    return { entry, isToBeTold: true }
  }
}

async function brokenPromises(
  world: World,
  property: PropertyRow,
  told: readonly EntryRow[],
  untold: readonly EntryRow[],
  repeatable: { email: number; sms: number },
): Promise<{ sentences: string[]; repeated: { email: number; sms: number } }> {
  const sentences: string[] = []
  const received = { email: new Map<string, number>(), sms: new Map<string, number>() }
  for (const message of world.messages()) {
    const counts = received[message.kind]
    for (const address of message.to) counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  const expected = { email: new Set<string>(), sms: new Set<string>() }
  for (const entry of told) {
    for (const channel of channelsOf(entry)) expected[channel].add(addressOf(entry, channel))
  }
  const repeated = { email: 0, sms: 0 }
  for (const channel of ['email', 'sms'] as const satisfies Channel[]) {
    let again = 0
    for (const address of expected[channel]) {
      const count = received[channel].get(address) ?? 0
      if (count === 0) sentences.push(`${channel}: a guest was missed`)
      if (count > 1) again += count - 1
    }
    if (again > repeatable[channel])
      sentences.push(`${channel}: ${again} repeated without a crash to explain it`)
    repeated[channel] = again
    const others = [...received[channel].keys()].filter((address) => !expected[channel].has(address))
    const guests = others.filter((address) => !address.endsWith('@company.test'))
    if (guests.length > 0) sentences.push(`${channel}: ${guests.length} told who should not have been`)
  }

  const rows = await getEntries([...told, ...untold].map((entry) => entry.id))
  const waiting = told.filter((entry) => rows.get(entry.id)?.isNotified !== true)
  if (waiting.length > 0) sentences.push(`${waiting.length} told but still waiting`)
  const marked = untold.filter((entry) => rows.get(entry.id)?.isNotified === true)
  if (marked.length > 0) sentences.push(`${marked.length} marked as notified but not told`)
  const row = await getProperty(property.id)
  if (row?.waitingCount !== untold.length) {
    sentences.push(`the property counts ${row?.waitingCount} waiting, not ${untold.length}`)
  }
  return { sentences, repeated }
}
