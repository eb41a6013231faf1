/** One calendar link: taking in its content, counting its failures. */
import { nextTry } from './backoff.ts'
import { furthestEndDays } from './calendar.ts'
import type { LinkState } from './calendar.ts'
import { addNights, compare, intersect, lastNight, sameNights, subtract, unite } from './nights.ts'
import type { Night } from './nights.ts'
import type { CalendarEvent, LinkReading, ReadingContext } from './reading.ts'
import { dateAt } from './stay.ts'

const hour = 3_600_000

/** The manager is told of a link that has failed for this long (issue: "failing for a day"). */
const reportAfterMs = 24 * hour

/**
 * Feeds that change their text at every fetch but not their nights are stored this often at most: a new hash
 * saves a parse of a few milliseconds, a write costs more.
 */
const rehashAfterMs = 6 * hour

/** A link that was never read. */
export function newLink(key: string): LinkState {
  return {
    key,
    blocked: [],
    furthest: null,
    earlierFurthest: [],
    readUpTo: lastNight,
    hash: '',
    acceptedAt: null,
    failures: 0,
  }
}

/** The link with one more failed reading, which is reported to `happened`. */
export function noteFailure(
  link: LinkState,
  failed: Extract<LinkReading, { kind: 'failed' }>,
  now: string,
  happened: CalendarEvent[],
): LinkState {
  const failures = link.failures + 1
  const since = link.failingSince ?? now
  const tellManager = link.reportedAt === undefined && Date.parse(now) - Date.parse(since) >= reportAfterMs
  const status = failed.status === undefined ? {} : { status: failed.status }
  happened.push({
    kind: 'failed',
    link: link.key,
    reason: failed.reason,
    ...status,
    failures,
    since,
    tellManager,
  })
  const { failureStatus: _earlier, ...rest } = link
  return {
    ...rest,
    failures,
    failingSince: since,
    failure: failed.reason,
    ...(failed.status === undefined ? {} : { failureStatus: failed.status }),
    ...(tellManager ? { reportedAt: now } : {}),
    nextTryAt: nextTry(failures, now, failed.retryAfterSeconds),
  }
}

/** The link without its failure, whose end is reported to `happened`. */
export function noteRecovery(link: LinkState, happened: CalendarEvent[]): LinkState {
  if (link.failures === 0) return link
  happened.push({ kind: 'recovered', link: link.key, since: link.failingSince! })
  const {
    failingSince: _since,
    failure: _reason,
    failureStatus: _status,
    nextTryAt: _next,
    reportedAt: _told,
    ...healthy
  } = link
  return { ...healthy, failures: 0 }
}

/**
 * The link with new content. When another link failed (`isComplete` false) only what is newly blocked counts:
 * the accepted reading stays in every other respect, so that its freed nights are found at the next complete one.
 */
export function acceptContent(
  link: LinkState,
  content: Extract<LinkReading, { kind: 'nights' }>,
  isComplete: boolean,
  context: ReadingContext,
): LinkState {
  if (!isComplete) {
    if (link.acceptedAt === null) return link
    const added = subtract(content.blocked, unite(link.blocked))
    if (added.length === 0) return link
    // The stored text no longer stands for these nights, so the next reading must not pass as unchanged.
    const { etag: _etag, lastModified: _modified, ...rest } = link
    return { ...rest, hash: '', blocked: [...link.blocked, ...added].sort((a, b) => compare(a.from, b.from)) }
  }
  const today = dateAt(context.now, context.timezone)
  const { etag: _etag, lastModified: _modified, emptyIsTrusted, ...rest } = link
  return {
    ...rest,
    blocked: intersect(content.blocked, [{ from: today, to: lastNight }]),
    furthest: content.furthest,
    earlierFurthest: earlierEnds(link, content.furthest, today),
    readUpTo: content.readUpTo,
    hash: content.hash,
    ...(content.etag === undefined ? {} : { etag: content.etag }),
    ...(content.lastModified === undefined ? {} : { lastModified: content.lastModified }),
    ...(emptyIsTrusted !== undefined && content.hash === 'empty' ? { emptyIsTrusted } : {}),
    acceptedAt: context.now,
  }
}

/** Whether two states of one link are the same but for text that does not matter yet. */
export function sameContent(before: LinkState, after: LinkState, today: Night, now: string): boolean {
  if (before === after) return true
  if (before.key !== after.key || before.acceptedAt === null || before.failures !== after.failures)
    return false
  const isStale = Date.parse(now) - Date.parse(before.acceptedAt) >= rehashAfterMs
  return (
    before.furthest === after.furthest &&
    sameNights(intersect(before.blocked, [{ from: today, to: lastNight }]), after.blocked) &&
    !(before.hash !== after.hash && isStale)
  )
}

function earlierEnds(link: LinkState, furthest: Night | null, today: Night): LinkState['earlierFurthest'] {
  const oldest = addNights(today, -furthestEndDays)
  // The end given up now counts as shown until today: readings that brought nothing new are not recorded.
  const shown = link.furthest === null ? [] : [{ end: link.furthest, shownOn: today }]
  const ends = [...shown, ...link.earlierFurthest].filter((one) => one.shownOn >= oldest)
  return ends.filter(
    (one, i) => one.end > (furthest ?? '') && !ends.slice(0, i).some((newer) => newer.end >= one.end),
  )
}
