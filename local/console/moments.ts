const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

/** "Sat 21 Nov, 14:05:09", in UTC. */
export function writeClock(at: string): string {
  return dayAndTime
    .format(new Date(at))
    .replaceAll(',', '')
    .replace(/ (?=\d{2}:)/, ', ')
}

/** "14:05", with the day in front where it is not that of `now`. */
export function writeShort(at: string, now: string): string {
  return at.slice(0, 10) === now.slice(0, 10) ? time.format(new Date(at)) : writeClock(at).slice(0, -3)
}
