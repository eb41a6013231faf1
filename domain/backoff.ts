/** When a failing calendar link is tried again. */

const minute = 60_000

/** The first retry is the next regular check, so one hiccup costs nothing. */
const firstDelay = 15 * minute

/** A link that is mended is read again within six hours, and a revoked one costs its host four requests a day. */
const longestDelay = 360 * minute

/** A Retry-After beyond a day is taken for a mistake of the host's. */
const longestRetryAfter = 24 * 60 * minute

/**
 * The instant before which the link is left alone, after `failures` failed readings in a row (1 or more):
 * doubling from 15 minutes to 6 hours, or as long as the host's Retry-After asks, if that is longer.
 */
export function nextTry(failures: number, now: string, retryAfterSeconds = 0): string {
  const backOff = Math.min(firstDelay * 2 ** Math.min(failures - 1, 20), longestDelay)
  const asked = Math.min(retryAfterSeconds * 1000, longestRetryAfter)
  return new Date(Date.parse(now) + Math.max(backOff, asked)).toISOString()
}
