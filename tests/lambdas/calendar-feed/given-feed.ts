/** Feeds in the shapes of the platforms, written for the tests. */
import { listNights } from '../../../domain/nights.ts'
import { readQuickly, readThoroughly } from '../../../lambdas/lib/calendar-feed/read-calendar.ts'
import type { CalendarAnswer } from '../../../lambdas/lib/calendar-feed/read-calendar.ts'

/** The window of most tests: summer 2026. */
export const summer = { from: '2026-06-01', to: '2026-10-01' }

/** One VEVENT of these lines. */
export function event(...lines: string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
}

/** A VCALENDAR of these components. */
export function calendar(...components: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...components, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}

/** A whole-day event from one date to another, as `20260701`. */
export function stay(from: string, to: string, ...lines: string[]): string {
  return event(`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`, ...lines)
}

/** An event between two local times of a zone. */
export function timedStay(zone: string, from: string, to: string, ...lines: string[]): string {
  return event(`DTSTART;TZID=${zone}:${from}`, `DTEND;TZID=${zone}:${to}`, ...lines)
}

/** What the full reader, which reads plain feeds too, says of a feed for a property in Berlin. */
export async function answerOf(
  feed: string | Uint8Array,
  timezone = 'Europe/Berlin',
  window = summer,
): Promise<CalendarAnswer> {
  const bytes = typeof feed === 'string' ? Buffer.from(feed) : feed
  const thorough = await readThoroughly(bytes, { timezone, window })
  const quick = readQuickly(bytes, { timezone, window })
  if (quick !== 'undecided' && JSON.stringify(quick) !== JSON.stringify(thorough)) {
    throw new Error(`The readers differ: ${JSON.stringify({ quick, thorough })}`)
  }
  return thorough
}

/** The blocked nights, or the reason why there are none to be had. */
export async function nightsIn(
  feed: string | Uint8Array,
  timezone?: string,
  window = summer,
): Promise<string[] | string> {
  const answer = await answerOf(feed, timezone, window)
  return answer.ok ? listNights(answer.content.blocked) : answer.reason
}

/** `07-01 07-02` as nights of 2026. */
export function nightsOf(days: string): string[] {
  return days === '' ? [] : days.split(' ').map((day) => `2026-${day}`)
}
