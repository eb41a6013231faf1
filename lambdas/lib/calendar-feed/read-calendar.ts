/** Bytes of a feed to the property's blocked nights. */
import type { FailureReason } from '../../../domain/calendar.ts'
import { contentLines } from './content-lines.ts'
import { joinOccupations } from './occupied.ts'
import type { CalendarContent, Window } from './occupied.ts'
import { readPlainFeed } from './plain-feed.ts'

export type CalendarQuestion = {
  /** The property's IANA timezone, in which nights are dated and floating times are meant. */
  timezone: string
  window: Window
}

export type CalendarAnswer = { ok: true; content: CalendarContent } | { ok: false; reason: FailureReason }

/** What the quick reader makes of a feed; `undecided` means that the full reader must have it. */
export function readQuickly(bytes: Uint8Array, question: CalendarQuestion): CalendarAnswer | 'undecided' {
  const read = contentLines(bytes)
  if (!read.ok) return read
  const plain = readPlainFeed(read.lines)
  return plain ? { ok: true, content: joinOccupations(plain, question.window) } : 'undecided'
}

/**
 * What the full reader makes of a feed, plain ones included. Takes as long as a hostile feed makes it take, so the
 * check runs it in a thread that it can end (`killable.ts`).
 */
export async function readThoroughly(bytes: Uint8Array, question: CalendarQuestion): Promise<CalendarAnswer> {
  const read = contentLines(bytes)
  if (!read.ok) return read
  // Loaded on first use: most checks meet plain feeds only, and node-ical is a third of the function's code.
  const { readFullFeed } = await import('./full-feed.ts')
  const full = readFullFeed(read.lines, question.timezone, question.window)
  return full.ok ? { ok: true, content: joinOccupations(full.occupations, question.window) } : full
}
