/** Openings: what a new reading of a property's calendars changes, as D2 and D3 decide. Pure; time is passed in. */
import type { CalendarState, FailureReason, Hold, Opening } from './calendar.ts'
import type { Night, NightRange } from './nights.ts'

/** What one fetch of one link brought. */
export type LinkReading =
  | {
      kind: 'nights'
      /** Sorted, disjoint; back-to-back stays apart. */
      blocked: NightRange[]
      furthest: Night | null
      readUpTo: Night
      hash: string
      etag?: string
      lastModified?: string
    }
  /** 304, or a body whose hash is the accepted one's. */
  | { kind: 'unchanged' }
  | { kind: 'failed'; reason: FailureReason; status?: number; retryAfterSeconds?: number }

/** The readings of one check, by `linkKey`; one for every link of the property. */
export type Reading = Record<string, LinkReading>

/** What a check found that somebody or something must react to. */
export type CalendarEvent =
  | { kind: 'opening' | 'season'; opening: Opening }
  | { kind: 'held'; hold: Hold }
  /** Every failed reading; `failures` counts those in a row, `since` is the first of them. */
  | { kind: 'failed'; link: string; reason: FailureReason; status?: number; failures: number; since: string }
  | { kind: 'recovered'; link: string; since: string }

export type Taken = {
  state: CalendarState
  /** Whether the state must be stored. False for an unchanged reading with nothing to confirm. */
  changed: boolean
  happened: CalendarEvent[]
  /** Nights that this reading confirmed as free, quiet ones (a sliding edge) included: dated requests match. */
  confirmed: NightRange[]
}

export type ReadingContext = {
  /** Instant at which the check began to fetch. */
  now: string
  /** The property's IANA timezone. */
  timezone: string
  /**
   * The second reading of one manual check: fetched separately after the first, so it may confirm candidates
   * that are younger than a regular check's ten minutes. Its `now` must be later than the first reading's.
   */
  manual?: boolean
}

/** Takes one reading of every link into the calendar. */
export function takeReading(_state: CalendarState, _reading: Reading, _context: ReadingContext): Taken {
  throw new Error('Not written yet')
}

/** Announces what a hold keeps back, at the manager's word. Unchanged when there is no such hold. */
export function releaseHold(_state: CalendarState, _holdId: string, _context: ReadingContext): Taken {
  throw new Error('Not written yet')
}

/** Drops a hold at the manager's word: its nights count as taken until a feed has blocked them again. */
export function dismissHold(_state: CalendarState, _holdId: string): Taken {
  throw new Error('Not written yet')
}

/** Takes openings whose announcement has started off the list of those still to start. */
export function markAnnounced(state: CalendarState, openingIds: readonly string[]): CalendarState {
  return { ...state, unannounced: state.unannounced.filter((opening) => !openingIds.includes(opening.id)) }
}
