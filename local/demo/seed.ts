import { randomUUID } from 'node:crypto'
import type { Stack } from '../stack.ts'
import { apiClient } from './api-client.ts'
import type { CallApi } from './api-client.ts'
import { dateAtTheHouses, demoAccount, demoProperties } from './company.ts'
import type { DemoGuest, DemoProperty } from './company.ts'
import { writeFeed } from './feed-text.ts'
import { signUpAsDemo } from './sign-in.ts'

/**
 * Puts the demo company in place: a manager, three houses with their calendars, guests who wait. Everything goes
 * through the doors that people use, so that a start on empty data also shows that those work.
 *
 * @param stack just booted, with nothing in it
 */
export async function seedDemo(stack: Stack): Promise<void> {
  const call = apiClient(stack.url, await signUpAsDemo(stack))
  const { companyName, companySlug } = demoAccount
  await call('updateProfile', {}, { companyName, companySlug })

  const today = dateAtTheHouses(new Date(stack.clock.now()).toISOString())
  // One after the other: the list shows them by the time of their making.
  for (const property of demoProperties(today).reverse()) await addProperty(stack, call, property)
  await stack.settle()
  stack.inbox.clear()
}

async function addProperty(stack: Stack, call: CallApi, property: DemoProperty): Promise<void> {
  for (const { name, platform, bookings } of property.feeds)
    stack.feeds.put(name, writeFeed(platform, bookings))
  const { id } = await call(
    'createProperty',
    {},
    {
      key: randomUUID(),
      name: property.name,
      description: property.description,
      imageUrl: `${stack.url}/demo/${property.picture}`,
      bookingUrl: property.bookingUrl,
      icalUrls: property.feeds.map(({ name }) => `${stack.endpoint}/local/feeds/${name}.ics`),
      timezone: property.timezone,
      minNights: property.minNights,
    },
  )
  // The first reading is what later ones are compared with, so the guests come after it.
  await stack.settle()
  for (const guest of property.guests) await addGuest(call, id, guest)
}

async function addGuest(call: CallApi, propertyId: string, guest: DemoGuest): Promise<void> {
  const { entry } = await call(
    'joinWaitlist',
    {},
    {
      key: randomUUID(),
      propertyId,
      wish: {
        guestName: guest.name,
        guestEmail: guest.email,
        guestPhone: guest.phone ?? null,
        checkInDate: guest.stay?.checkIn ?? null,
        checkOutDate: guest.stay?.checkOut ?? null,
        anyDates: !guest.stay,
        notificationPreference: guest.preference ?? 'email',
      },
    },
  )
  if (entry && guest.isPriority) await call('setEntryPriority', { entryId: entry.id }, { isPriority: true })
}
