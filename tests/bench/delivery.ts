import { eachOf } from '../../lambdas/lib/each-of.ts'
import { getProperty } from '../../lambdas/table/property.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import { givenWorld } from '../faults/world.ts'
import type { World } from '../faults/world.ts'

/** How much the pipeline carries, on the embedded services: all told, nothing dead, memory bounded. */

const quarter = 15 * 60
const hour = 3600

type Load = { openings: number; guestsEach: number; mailsPerSecond: number }

/** Prints the figures of the loads that the product promises to carry. */
export async function bench(): Promise<void> {
  process.stdout.write('delivery: embedded services, all guests priority, from the second reading on\n')
  const loads: Load[] = [
    { openings: 1, guestsEach: 1000, mailsPerSecond: 10_000 },
    { openings: 1, guestsEach: 400, mailsPerSecond: 50 },
    { openings: 1, guestsEach: 10_000, mailsPerSecond: 10_000 },
    { openings: 1000, guestsEach: 20, mailsPerSecond: 10_000 },
  ]
  // Every world at the first one's address, which the SDK clients of this process keep.
  let port = 0
  for (const load of loads) port = await carry(load, port)
}

async function carry(load: Load, port: number): Promise<number> {
  const { mailsPerSecond } = load
  const isPaced = mailsPerSecond < 1000
  const world = await givenWorld({
    port,
    parameters: { MailRatePerSecond: String(mailsPerSecond) },
    // The provider holds to its own rate, too, and says so when it is exceeded.
    ...(isPaced && { mailRatePerSecond: mailsPerSecond }),
  })
  try {
    const properties = await prepare(world, load)
    await world.pass(quarter)
    let peak = 0
    const meter = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100)
    await world.pass(quarter)
    // What was refused for its rate comes back within the hour of the product's clock.
    if (isPaced) await world.pass(hour)
    clearInterval(meter)
    await report(world, load, properties, peak)
    return Number(new URL(world.stack.endpoint).port)
  } finally {
    await world.close()
  }
}

async function prepare(world: World, { openings, guestsEach }: Load): Promise<PropertyRow[]> {
  const day = (days: number) =>
    new Date(Date.parse(world.now()) + days * 86_400_000).toISOString().slice(0, 10)
  const kept = [
    { from: day(5), to: day(8) },
    { from: day(60), to: day(62) },
  ]
  const cancelled = { from: day(20), to: day(27) }
  const manager = await world.givenManager()
  const properties: PropertyRow[] = []
  for (let i = 0; i < openings; i++) {
    world.showBookings(`bench-${i}`, [...kept, cancelled])
    properties.push(await world.givenProperty({ manager, feed: `bench-${i}`, name: `House ${i}` }))
  }
  await eachOf(properties, 8, async (property) => {
    for (let i = 0; i < guestsEach; i++) await world.givenEntry(property, { isPriority: true })
  })
  await world.pass(quarter)
  for (let i = 0; i < openings; i++) world.showBookings(`bench-${i}`, kept)
  return properties
}

async function report(
  world: World,
  load: Load,
  properties: readonly PropertyRow[],
  peak: number,
): Promise<void> {
  const { openings, guestsEach, mailsPerSecond } = load
  const accepted = world.messages().map(({ sentAt }) => Date.parse(sentAt))
  const confirmedAt = Math.min(...world.stack.executions.list().map(({ startedAt }) => startedAt))
  const first = (accepted[0]! - confirmedAt) / 1000
  const last = (accepted.at(-1)! - confirmedAt) / 1000
  const dead =
    world.stack.queue('mail-dlq').counts().visible + world.stack.queue('check-dlq').counts().visible
  let waiting = 0
  for (const { id } of properties) waiting += (await getProperty(id))?.waitingCount ?? 0
  const told = `${accepted.length} of ${openings * guestsEach} told`
  process.stdout.write(
    `  ${openings} x ${guestsEach} at ${mailsPerSecond}/s: ${told}, first after ${first.toFixed(1)} s, ` +
      `last after ${last.toFixed(1)} s, most in one second ${mostInOneSecond(accepted)}, ` +
      `${waiting} still waiting, ${dead} dead letters, process at most ${Math.round(peak / 1e6)} MB\n`,
  )
}

function mostInOneSecond(instants: readonly number[]): number {
  let most = 0
  for (let i = 0, from = 0; i < instants.length; i++) {
    while (instants[i]! - instants[from]! >= 1000) from++
    most = Math.max(most, i - from + 1)
  }
  return most
}
