import { afterAll, afterEach } from 'vitest'
import type { PropertyRow } from '../../../lambdas/table/property.ts'
import { dayAfter, zoneAt } from '../../faults/zones.ts'
import { givenWorld } from '../../faults/world.ts'
import type { Booking, World } from '../../faults/world.ts'

/** What the stories of the pipeline begin with. */

/** The one world of a file, awaited at its top: at rest after each test, closed after the last. */
export async function givenSharedWorld(): Promise<World> {
  const world = await givenWorld()
  afterEach(() => world.rest())
  afterAll(() => world.close())
  return world
}

let feeds = 0
/** The name of a feed that nothing else in the file shows. */
export const newFeed = () => `feed-${++feeds}`

/** A property with a calendar, and what can happen to that calendar. */
export type Booked = {
  property: PropertyRow
  feed: string
  /** The second of the three bookings. */
  booking: Booking
  /** Takes `booking` away. */
  cancel(): void
  /** Puts `booking` back. */
  book(): void
  breakFeed(body: string): void
  mendFeed(): void
}

/**
 * A property that was read once, with three bookings. It is morning there unless told otherwise, so that no story
 * meets the quiet hours by chance.
 */
export async function givenBooked(
  world: World,
  given: Omit<NonNullable<Parameters<World['givenProperty']>[0]>, 'feed'> = {},
): Promise<Booked> {
  const feed = newFeed()
  const now = world.now()
  const property = await world.givenProperty({ timezone: zoneAt(now, 9), ...given, feed })
  const span = (from: number, to: number) => ({ from: dayAfter(now, from), to: dayAfter(now, to) })
  const [kept, booking, later] = [span(5, 8), span(20, 27), span(60, 62)] as const
  const book = () => world.showBookings(feed, [kept, booking, later])
  book()
  await world.check(property)
  return {
    property,
    feed,
    booking,
    cancel: () => world.showBookings(feed, [kept, later]),
    book,
    breakFeed: (body) => world.stack.feeds.setFault(feed, { body }),
    mendFeed: () => world.stack.feeds.setFault(feed, undefined),
  }
}
