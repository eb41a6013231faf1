/** Drops that are more likely a platform's fault than cancellations (D3.3). */
import type { HoldReason } from './calendar.ts'
import { countNights, subtract, unite } from './nights.ts'
import type { NightRange } from './nights.ts'

/** D3.3: all of at least this many events gone, at least this many runs, or more than this many nights. */
export const suspicious = { events: 3, runs: 3, nights: 30 }

/**
 * Why freeing these nights at once is suspicious, or null when it is not.
 *
 * @param freed the nights freed by this reading, sliding edges left out
 * @param before what was blocked in the reading before, from today on, back-to-back stays apart
 */
export function suspicionOf(freed: NightRange[], before: NightRange[]): HoldReason | null {
  if (freed.length === 0) return null
  if (before.length >= suspicious.events && subtract(before, freed).length === 0) return 'all_events_gone'
  if (unite(freed).length >= suspicious.runs) return 'many_runs'
  return countNights(freed) > suspicious.nights ? 'many_nights' : null
}
