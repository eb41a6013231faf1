/** The quick reader for plain feeds: dates only, nothing that repeats, no zones. Most platforms' feeds are plain. */
import { addNights } from '../../../domain/nights.ts'
import { readDate } from './moments.ts'
import { isDepartureLabel } from './markers.ts'
import type { Occupation } from './occupied.ts'

/** Properties that make an event more than its two dates; with one of them the full reader takes over. */
const notPlain = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID', 'DURATION', 'TRANSP'])

const colon = ':'.charCodeAt(0)
const semicolon = ';'.charCodeAt(0)
const hyphen = '-'.charCodeAt(0)

/**
 * The occupations of a plain feed, or null when anything in it is not plain (which is no fault: the full reader
 * then decides).
 */
export function readPlainFeed(lines: string[]): Occupation[] | null {
  const occupations: Occupation[] = []
  let start: string | null = null
  let end: string | null = null
  let summary: string | null = null
  let depth = 0
  for (const line of lines) {
    const name = propertyName(line)
    switch (name) {
      case 'BEGIN':
        if (line !== (depth === 0 ? 'BEGIN:VCALENDAR' : 'BEGIN:VEVENT') || depth > 1) return null
        depth++
        break
      case 'END':
        if (line !== (depth === 2 ? 'END:VEVENT' : 'END:VCALENDAR') || depth === 0) return null
        depth--
        if (depth === 0) break
        if (start === null) return null
        occupations.push(plainOccupation(start, end, summary))
        start = end = summary = null
        break
      case 'DTSTART':
        if (start !== null || (start = plainDate(line)) === null) return null
        break
      case 'DTEND':
        if (end !== null || (end = plainDate(line)) === null) return null
        break
      case 'STATUS':
        if (line !== 'STATUS:CONFIRMED') return null
        break
      case 'SUMMARY':
        if (!line.startsWith('SUMMARY:')) return null
        summary ??= line.slice('SUMMARY:'.length)
        break
      case undefined:
        if (line.trim() !== '') return null
        break
      default:
        if (depth === 0 || notPlain.has(name)) return null
    }
  }
  return depth === 0 ? occupations : null
}

function plainOccupation(from: string, end: string | null, summary: string | null): Occupation {
  const to = end !== null && end > from ? end : addNights(from, 1)
  const isMarker = summary !== null && isDepartureLabel(summary) && to === addNights(from, 1)
  return isMarker ? { from, to, mayBeMarker: true } : { from, to }
}

function plainDate(line: string): string | null {
  const value = /^DT(?:START|END)(?:;VALUE=DATE)?:(\d{8})$/.exec(line)?.[1]
  return value === undefined ? null : readDate(value)
}

/**
 * A property's name as every platform writes it: capitals, and a colon or parameters right after. A loop over
 * character codes, for it runs on every line and a pattern takes four times as long.
 */
function propertyName(line: string): string | undefined {
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code === colon || code === semicolon) return line.slice(0, i)
    const isNamePart = (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === hyphen
    if (!isNamePart) return undefined
  }
  return undefined
}
