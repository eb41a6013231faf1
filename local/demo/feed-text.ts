import { addNights } from '../../domain/nights.ts'
import type { Night } from '../../domain/nights.ts'

/**
 * The text of the demo calendars: written in the shapes that booking platforms export, and edited booking by
 * booking by the console. It knows plain all-day events only, which is what those platforms write.
 */

export type Platform = 'airbnb' | 'booking' | 'vrbo'

/** One booking or block: half-open nights, and what it is called. */
export type Booking = { from: Night; to: Night; summary: string }

/** What each platform says of itself and of its events. */
const shapes: Record<Platform, { head: string[]; host: string; summary: string }> = {
  airbnb: {
    head: [
      'PRODID;X-RICAL-TZSOURCE=TZINFO:-//Airbnb Inc//Hosting Calendar 1.0//EN',
      'CALSCALE:GREGORIAN',
      'VERSION:2.0',
    ],
    host: 'airbnb.com',
    summary: 'Reserved',
  },
  booking: {
    head: [
      'VERSION:2.0',
      'PRODID:-//admin.booking.com//NONSGML Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
    ],
    host: 'booking.com',
    summary: 'CLOSED - Not available',
  },
  vrbo: {
    head: ['PRODID:-//HomeAway.com, Inc.//EN', 'VERSION:2.0', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    host: 'vrbo.com',
    summary: 'Reserved - Guest',
  },
}

const lineEnd = '\r\n'

/** A whole calendar with these bookings. */
export function writeFeed(platform: Platform, bookings: Booking[]): string {
  const events = bookings.map((booking) => eventText(booking, shapes[platform].host))
  return ['BEGIN:VCALENDAR', ...shapes[platform].head, ...events, 'END:VCALENDAR', ''].join(lineEnd)
}

/** What a platform calls a booking that it was told nothing of. */
export function usualSummary(platform: Platform): string {
  return shapes[platform].summary
}

/** Which platform a calendar's text comes from, by its host in the events or its first lines. */
export function platformOf(feed: string): Platform {
  if (/homeaway|vrbo/i.test(feed)) return 'vrbo'
  return /booking\.com/i.test(feed) ? 'booking' : 'airbnb'
}

/** The bookings of a calendar, in the order of their dates. */
export function readBookings(feed: string): Booking[] {
  return eventsOf(feed)
    .flatMap((event) => bookingOf(event) ?? [])
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** The calendar without the booking that takes this night; as it was where none does. */
export function cancelBooking(feed: string, night: Night): string {
  const event = eventsOf(feed).find((text) => {
    const booking = bookingOf(text)
    return booking !== undefined && booking.from <= night && night < booking.to
  })
  return event ? feed.replace(event, '') : feed
}

/** The calendar with one more booking, at its end as platforms add them. */
export function addBooking(feed: string, booking: Booking): string {
  const event = eventText(booking, shapes[platformOf(feed)].host) + lineEnd
  return feed.replace(/END:VCALENDAR/, () => `${event}END:VCALENDAR`)
}

/** Each event's text with its line end, as it stands in the calendar. */
function eventsOf(feed: string): string[] {
  return feed.match(/BEGIN:VEVENT\r?\n[\s\S]*?END:VEVENT\r?\n/g) ?? []
}

function bookingOf(event: string): Booking | undefined {
  const from = dateIn(event, 'DTSTART')
  if (!from) return undefined
  const summary = /^SUMMARY:(.*?)\r?$/m.exec(event)?.[1] ?? ''
  return { from, to: dateIn(event, 'DTEND') ?? addNights(from, 1), summary }
}

function dateIn(event: string, property: 'DTSTART' | 'DTEND'): Night | undefined {
  const [, year, month, day] =
    new RegExp(`^${property}[^:\\n]*:(\\d{4})(\\d{2})(\\d{2})`, 'm').exec(event) ?? []
  return year && `${year}-${month}-${day}`
}

function eventText({ from, to, summary }: Booking, host: string): string {
  const compact = (night: Night) => night.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `DTSTAMP:${compact(from)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(to)}`,
    `SUMMARY:${summary}`,
    `UID:${compact(from)}-${compact(to)}-demo@${host}`,
    'END:VEVENT',
  ].join(lineEnd)
}
