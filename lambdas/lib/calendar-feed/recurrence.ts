/** Which wall clocks a repeating event begins at: node-ical follows the rule, in UTC, so that no zone can bend it. */
import ical from 'node-ical'

/** Rules that repeat within a day take every night they run through; no platform writes them. */
const unitSeconds: Record<string, number> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600 }

/** The starts of a rule's instances, or a stretch in which it may begin at any time. */
export type Starts = { starts: number[]; stretch?: { from: number; to: number } }

/**
 * The starts between `from` and `to` (wall clocks, seconds since 1970 as if in UTC; both inclusive) of an event
 * that first begins at `start`. The first begin always counts, whether or not it fits the rule.
 *
 * A rule that cannot be read adds nothing to the first begin. One that is too long to follow (node-ical stops at
 * 10,000 steps) takes everything up to its end: unknown is never free.
 *
 * @param until the rule's UNTIL as a wall clock of the event's zone, or null
 */
export function startsOf(
  start: number,
  rule: string,
  until: number | null,
  from: number,
  to: number,
): Starts {
  const last = Math.min(to, until ?? to)
  const parts = ruleParts(rule)
  const frequency = parts.get('FREQ') ?? ''
  if (frequency in unitSeconds) {
    const step = unitSeconds[frequency]! * Number(parts.get('INTERVAL') ?? 1)
    const count = Number(parts.get('COUNT') ?? Infinity)
    return {
      starts: [start],
      stretch: { from: Math.max(start, from), to: Math.min(last, start + step * count) },
    }
  }
  parts.delete('UNTIL')
  const counted = follow(start, parts, from, last)
  if (counted !== 'too_long') return { starts: [start, ...counted] }
  parts.delete('COUNT')
  const endless = follow(start, parts, from, last)
  if (endless !== 'too_long') return { starts: [start, ...endless] }
  return { starts: [start], stretch: { from: Math.max(start, from), to: last } }
}

function follow(start: number, parts: Map<string, string>, from: number, to: number): number[] | 'too_long' {
  if (to < from) return []
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(';')
  const event = ['BEGIN:VEVENT', 'UID:rule', `DTSTART:${stamp(start)}`, `RRULE:${rule}`, 'END:VEVENT'].join(
    '\r\n',
  )
  try {
    const found = Object.values(ical.sync.parseICS(event)).find((part) => part?.type === 'VEVENT')
    if (found?.type !== 'VEVENT' || !found.rrule) return []
    const begins = found.rrule.between(new Date(from * 1000), new Date(to * 1000), true)
    return begins.map((begin) => Math.floor(begin.getTime() / 1000))
  } catch (error) {
    return error instanceof Error && /iterations/i.test(error.message) ? 'too_long' : []
  }
}

function ruleParts(rule: string): Map<string, string> {
  const parts = rule
    .toUpperCase()
    .split(';')
    .map((part) => part.trim().split('='))
  return new Map(parts.flatMap(([name, value]) => (name && value ? [[name, value] as const] : [])))
}

/** A wall clock as a UTC date-time value. */
function stamp(wall: number): string {
  return new Date(wall * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
