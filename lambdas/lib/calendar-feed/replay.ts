/** Replays a recorded history of one feed through the very functions that the check uses. */
import { emptyCalendar } from '../../../domain/calendar.ts'
import type { CalendarState } from '../../../domain/calendar.ts'
import { markAnnounced, takeReading } from '../../../domain/openings.ts'
import type { CalendarEvent, LinkReading } from '../../../domain/reading.ts'
import { statusFailure } from './guarded-fetch.ts'
import type { CalendarReader } from './killable.ts'
import { readBody } from './read-feed.ts'

/** One line of a history: a fetch and what it brought. */
export type RecordedReading = { at: string; body: string; status?: number }

/** What would have happened, as the command prints it. `to` is exclusive. */
export type Happening = {
  at: string
  kind: 'opening' | 'season' | 'held' | 'failed'
  from?: string
  to?: string
  reason?: string
}

/** The one link of a replayed property. */
const link = 'replay'

/**
 * Takes recorded readings one by one; answers what each would have caused.
 *
 * Each counts as one regular check at its own instant, and the time between them as real.
 */
export function startReplay(timezone: string, reader: CalendarReader) {
  let state: CalendarState = emptyCalendar(link)
  return async (recorded: RecordedReading): Promise<Happening[]> => {
    const now = new Date(recorded.at).toISOString()
    const hash = state.links[0]?.hash
    const reading = await readRecorded(recorded, hash, timezone, now, reader)
    const taken = takeReading(state, { [link]: reading }, { now, timezone })
    // Told at once, as the check does: what waits to be told would grow with the history.
    state = markAnnounced(
      taken.state,
      taken.state.unannounced.map((opening) => opening.id),
    )
    return taken.happened.flatMap((event) => happeningsOf(event, recorded.at))
  }
}

/** Reads one line of a history; a text that is none is answered with what is wrong with it. */
export function readRecord(line: string): RecordedReading | { fault: string } {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch {
    return { fault: 'not JSON' }
  }
  if (typeof record !== 'object' || record === null) return { fault: 'not an object' }
  const { at, body, status } = record as Record<string, unknown>
  if (typeof at !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(at) || Number.isNaN(Date.parse(at))) {
    return { fault: '"at" is no instant' }
  }
  if (status !== undefined && status !== null && typeof status !== 'number')
    return { fault: '"status" is no number' }
  const isBodyless = body === undefined || body === null
  if (!isBodyless && typeof body !== 'string') return { fault: '"body" is no text' }
  if (isBodyless && typeof status !== 'number') return { fault: '"body" is missing' }
  return { at, body: isBodyless ? '' : body, ...(typeof status === 'number' ? { status } : {}) }
}

async function readRecorded(
  { body, status = 200 }: RecordedReading,
  hash: string | undefined,
  timezone: string,
  now: string,
  reader: CalendarReader,
): Promise<LinkReading> {
  if (status === 304 && hash) return { kind: 'unchanged' }
  if (status < 200 || status > 299) return { kind: 'failed', ...statusFailure(status) }
  return readBody(Buffer.from(body, 'utf8'), hash || undefined, { timezone, now }, reader)
}

function happeningsOf(event: CalendarEvent, at: string): Happening[] {
  switch (event.kind) {
    case 'opening':
    case 'season':
      return [{ at, kind: event.kind, from: event.opening.from, to: event.opening.to }]
    case 'held': {
      const { nights, reason } = event.hold
      if (nights.length === 0) return [{ at, kind: 'held', reason }]
      return nights.map(({ from, to }) => ({ at, kind: 'held', from, to, reason }))
    }
    case 'failed':
      return [{ at, kind: 'failed', reason: event.reason }]
    case 'recovered':
      return []
  }
}
