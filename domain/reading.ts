/** A reading of a property's calendars: what goes into the engine and what comes out. */
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

/** A link that its back-off keeps from being fetched: neither good nor another failure. */
export type LeftAlone = { kind: 'left_alone' }

/** The readings of one check by `linkKey`, one for every link of the property. */
export type Reading = Record<string, LinkReading | LeftAlone>

/** What a check found that somebody or something must react to. */
export type CalendarEvent =
  | { kind: 'opening' | 'season'; opening: Opening }
  | { kind: 'held'; hold: Hold }
  /** Every failed reading. `tellManager` is true once per failure, when it has lasted a day. */
  | {
      kind: 'failed'
      link: string
      reason: FailureReason
      status?: number
      failures: number
      since: string
      tellManager: boolean
    }
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
