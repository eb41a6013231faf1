/** The components of a calendar: its events, each with its properties as written, and its zones. */
import type { FailureReason } from '../../../domain/calendar.ts'

/** One property line: `NAME;PARAM=x:value`, the name in capitals. */
export type Property = { name: string; parameters: string; value: string }

/** One VEVENT or VTIMEZONE with everything that was written in it. */
export type Component = { name: string; properties: Property[]; parts: Component[] }

export type Components =
  | { ok: true; events: Component[]; zones: Component[]; busy: Component[] }
  | { ok: false; reason: FailureReason }

/**
 * Builds the components of one or several VCALENDARs in one file.
 *
 * A component that is closed by another's END, or left open, means that a part of the feed is missing; so does
 * text outside of every VCALENDAR mean that this is something else than a calendar, and an error page or other
 * text between two components that something took the place of events.
 */
export function readComponents(lines: string[]): Components {
  const events: Component[] = []
  const zones: Component[] = []
  const busy: Component[] = []
  const open: Component[] = []
  for (const line of lines) {
    const property = readProperty(line)
    const inner = open.at(-1)
    if (property?.name === 'BEGIN') {
      const name = property.value.trim().toUpperCase()
      if (inner?.name === name || (name === 'VCALENDAR') !== (inner === undefined)) {
        return { ok: false, reason: 'truncated' }
      }
      const component = { name, properties: [], parts: [] }
      inner?.parts.push(component)
      open.push(component)
      if (name === 'VEVENT') events.push(component)
      if (name === 'VTIMEZONE') zones.push(component)
      if (name === 'VFREEBUSY') busy.push(component)
    } else if (property?.name === 'END') {
      if (open.pop()?.name !== property.value.trim().toUpperCase()) return { ok: false, reason: 'truncated' }
    } else if (inner) {
      if (property) inner.properties.push(property)
      else if (isForeign(line, inner)) return { ok: false, reason: 'not_a_calendar' }
      // A torn text is nothing; a torn date would shorten its event without a word.
      else if (/^\s*(?:DTSTART|DTEND|DURATION|RRULE|RDATE)\b/i.test(line)) {
        return { ok: false, reason: 'unreadable_event' }
      }
    } else if (line.trim() !== '') {
      return { ok: false, reason: 'not_a_calendar' }
    }
  }
  return open.length === 0 ? { ok: true, events, zones, busy } : { ok: false, reason: 'truncated' }
}

/**
 * Whether a line that is no property comes from something else than a calendar. Exporters do tear long texts into
 * lines, in events and in the calendar's own description, so most such lines must be let pass.
 */
function isForeign(line: string, inner: Component): boolean {
  if (/^\s*<(?:!doctype|html|head|body)\b/i.test(line)) return true
  return inner.name === 'VCALENDAR' && line.trim() !== '' && (inner.parts.length > 0 || /^\s*[<{]/.test(line))
}

/** Every property of that name, in order. */
export function propertiesOf(component: Component, name: string): Property[] {
  return component.properties.filter((property) => property.name === name)
}

/** The trimmed value of the first property of that name. */
export function valueOf(component: Component, name: string): string | undefined {
  return component.properties.find((property) => property.name === name)?.value.trim()
}

/** A parameter's value without its quotes, for example TZID. */
export function parameterOf(property: Property, name: string): string | undefined {
  const match = new RegExp(`;${name}=(?:"([^"]*)"|([^;:]*))`, 'i').exec(property.parameters)
  return (match?.[1] ?? match?.[2])?.trim()
}

function readProperty(line: string): Property | null {
  // The value begins after the first colon outside of quotes: zone names such as "(UTC+01:00) Berlin" hold some.
  const match = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:])*)*)\s*:(.*)$/.exec(line)
  return match ? { name: match[1]!.toUpperCase(), parameters: match[2]!, value: match[3]! } : null
}
