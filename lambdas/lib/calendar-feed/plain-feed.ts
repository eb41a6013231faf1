/** The quick reader for plain feeds: dates only, nothing that repeats, no zones. Most platforms' feeds are plain. */
import { addNights } from '../../../domain/nights.ts'
import { readDate } from './moments.ts'
import { isDepartureLabel } from './markers.ts'
import type { Occupation } from './occupied.ts'

/** Properties that make an event more than its two dates; with one of them the full reader takes over. */
const notPlain = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID', 'DURATION', 'TRANSP'])

/**
 * The occupations of a plain feed, or null when anything in it is not plain (which is no fault: the full reader
 * then decides).
 */
export function readPlainFeed(lines: string[]): Occupation[] | null {
  const occupations: Occupation[] = []
  let start: string | null = null
  let end: string | null = null
  let isMarker = false
  let depth = 0
  for (const line of lines) {
    const nameEnd = line.search(/[:;]/)
    if (nameEnd < 0) continue
    const name = line.slice(0, nameEnd)
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
        occupations.push(plainOccupation(start, end, isMarker))
        start = end = null
        isMarker = false
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
        isMarker = isDepartureLabel(line.slice(nameEnd + 1))
        break
      default:
        if (depth !== 1 && depth !== 2) return null
        if (notPlain.has(name) || name !== name.toUpperCase()) return null
    }
  }
  return depth === 0 ? occupations : null
}

function plainOccupation(from: string, end: string | null, isMarker: boolean): Occupation {
  const to = end !== null && end > from ? end : addNights(from, 1)
  return isMarker && to === addNights(from, 1) ? { from, to, mayBeMarker: true } : { from, to }
}

function plainDate(line: string): string | null {
  const value = /^DT(?:START|END)(?:;VALUE=DATE)?:(\d{8})$/.exec(line)?.[1]
  return value === undefined ? null : readDate(value)
}
