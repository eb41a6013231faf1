/** Quiet hours: no standard text message reaches a phone at night (decision D7). */

/** 21:00 to 08:00 in the property's time zone. */
export const quietHours = { from: 21, to: 8 }

/** The instant at which the quiet hours around `now` end; null outside of them. */
export function quietUntil(now: string, timezone: string): string | null {
  const minutes = minutesOfDay(now, timezone)
  if (minutes >= quietHours.to * 60 && minutes < quietHours.from * 60) return null
  const left = (quietHours.to * 60 - minutes + 1440) % 1440
  const end = Math.floor(Date.parse(now) / 60_000) * 60_000 + left * 60_000
  // A night in which the clocks change is an hour longer or shorter than the count of minutes says.
  const drift = quietHours.to * 60 - minutesOfDay(new Date(end).toISOString(), timezone)
  return new Date(end + drift * 60_000).toISOString()
}

function minutesOfDay(instant: string, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map((p) => [p.type, p.value]))
  return Number(parts['hour']) * 60 + Number(parts['minute'])
}
