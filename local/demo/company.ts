import { addNights, dayNumber } from '../../domain/nights.ts'
import type { Night } from '../../domain/nights.ts'
import { dateAt } from '../../domain/stay.ts'
import type { NotificationPreference } from '../../domain/waitlist.ts'
import { usualSummary } from './feed-text.ts'
import type { Booking, Platform } from './feed-text.ts'

/** The company that a first start puts in place, so that a newcomer has something to look at. */

/** How to sign in to it. Shown on the console page; it exists on this machine only. */
export const demoAccount = {
  email: 'demo@example.com',
  password: 'harbour light at noon',
  firstName: 'Marta',
  lastName: 'Lind',
  companyName: 'Lind Coast Houses',
  companySlug: 'lind-coast-houses',
}

/** A calendar of a demo property, under its name at `/local/feeds/{name}.ics`. */
export type DemoFeed = { name: string; platform: Platform; bookings: Booking[] }

/** A guest who waits; `nights` is missing where any dates will do. */
export type DemoGuest = {
  name: string
  email: string
  phone?: string
  preference?: NotificationPreference
  stay?: { checkIn: Night; checkOut: Night }
  isPriority?: boolean
}

export type DemoProperty = {
  name: string
  description: string
  /** File name of the picture under `/demo/`. */
  picture: string
  bookingUrl: string
  timezone: string
  minNights: number
  feeds: DemoFeed[]
  guests: DemoGuest[]
}

const timezone = 'Europe/Stockholm'

/** The date at the houses, from which everything of theirs is dated. */
export function dateAtTheHouses(instant: string): Night {
  return dateAt(instant, timezone)
}

/** The Friday on which the booking begins whose cancellation the guide walks through. */
export function weekendWaitedFor(today: Night): Night {
  // 1970-01-02 was a Friday. At least twelve days off, so that it stays ahead while the clock is played with.
  const earliest = dayNumber(today) + 12
  return addNights(today, 12 + ((((1 - earliest) % 7) + 7) % 7))
}

/** The three houses with their calendars and guests, dated from `today` on. */
export function demoProperties(today: Night): DemoProperty[] {
  const friday = weekendWaitedFor(today)
  const after = (nights: number) => addNights(friday, nights)
  const booked = (platform: Platform, ...stays: [from: number, to: number, summary?: string][]): Booking[] =>
    stays
      .map(([from, to, summary]) => ({
        from: after(from),
        to: after(to),
        summary: summary ?? usualSummary(platform),
      }))
      .filter(({ to }) => to > today)

  return [
    {
      name: 'Seaside Cottage',
      description: 'Two bedrooms behind the dunes, a stove, and the sea at the end of the path.',
      picture: 'seaside-cottage.svg',
      bookingUrl: 'https://www.example.com/lind-coast/seaside-cottage',
      timezone,
      minNights: 2,
      feeds: [
        {
          name: 'seaside-cottage-airbnb',
          platform: 'airbnb',
          bookings: booked(
            'airbnb',
            [-10, -7],
            [-7, -3],
            [0, 3],
            [7, 14],
            [21, 24],
            [28, 35],
            [49, 56],
            [70, 77],
          ),
        },
        {
          name: 'seaside-cottage-booking',
          platform: 'booking',
          bookings: booked('booking', [-3, 0], [3, 5], [16, 19], [38, 42], [60, 63]),
        },
      ],
      guests: [
        {
          name: 'Ada Miller',
          email: 'ada.miller@example.com',
          phone: '+46701740605',
          preference: 'both',
          stay: { checkIn: friday, checkOut: after(3) },
          isPriority: true,
        },
        {
          name: 'Jonas Berg',
          email: 'jonas.berg@example.com',
          stay: { checkIn: friday, checkOut: after(2) },
        },
        { name: 'Priya Raman', email: 'priya.raman@example.com' },
        {
          name: 'Chen Wei',
          email: 'chen.wei@example.com',
          stay: { checkIn: after(28), checkOut: after(33) },
        },
      ],
    },
    {
      name: 'Lighthouse Loft',
      description: 'One large room under the lamp, for two who like weather.',
      picture: 'lighthouse-loft.svg',
      bookingUrl: 'https://www.example.com/lind-coast/lighthouse-loft',
      timezone,
      minNights: 1,
      feeds: [
        {
          name: 'lighthouse-loft-booking',
          platform: 'booking',
          bookings: booked('booking', [-9, -2], [-1, 4], [8, 11], [14, 18], [25, 32], [45, 47]),
        },
      ],
      guests: [
        {
          name: 'Eva Novak',
          email: 'eva.novak@example.com',
          phone: '+46701740606',
          preference: 'sms',
          stay: { checkIn: after(8), checkOut: after(11) },
        },
        { name: 'Sam Carter', email: 'sam.carter@example.com' },
      ],
    },
    {
      name: 'Orchard Barn',
      description: 'Room for eight among the apple trees, ten minutes from the ferry.',
      picture: 'orchard-barn.svg',
      bookingUrl: 'https://www.example.com/lind-coast/orchard-barn',
      timezone,
      minNights: 3,
      feeds: [
        {
          name: 'orchard-barn-vrbo',
          platform: 'vrbo',
          bookings: booked(
            'vrbo',
            [-8, -1, 'Reserved - Karin'],
            [1, 8, 'Reserved - Oskar'],
            [15, 22, 'Blocked'],
            [29, 36, 'Reserved - Lea'],
            [50, 64, 'Reserved - Tomas'],
          ),
        },
      ],
      guests: [
        {
          name: 'Lucía Vega',
          email: 'lucia.vega@example.com',
          stay: { checkIn: after(1), checkOut: after(6) },
        },
      ],
    },
  ]
}
