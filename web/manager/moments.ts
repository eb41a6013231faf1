import { locale } from '../texts/language.ts'

const dayAndTime = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** "Sat 21 Nov, 14:05", where the reader is. The time itself: "an hour ago" goes stale on an open page. */
export function writeMoment(at: string): string {
  return dayAndTime
    .format(new Date(at))
    .replaceAll(',', '')
    .replace(/ (?=\d{2}:)/, ', ')
}

/** "1 h 20 min" of a number of seconds, rounded up to whole minutes. */
export function writeDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
