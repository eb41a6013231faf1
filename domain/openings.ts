/** Openings: what a new reading of a property's calendars changes, as D2 and D3 decide. Pure; time is passed in. */
import type { CalendarState, Candidate, Hold, LinkState, Opening } from './calendar.ts'
import { clipPast, holdOf, openingsOf, stillUnblocked } from './found.ts'
import { freshlyFreed } from './freed.ts'
import { acceptContent, newLink, noteFailure, noteRecovery, sameContent } from './links.ts'
import { addMonths, compare, sameNights, unite } from './nights.ts'
import type { Night, NightRange } from './nights.ts'
import type { CalendarEvent, LeftAlone, LinkReading, Reading, ReadingContext, Taken } from './reading.ts'
import { remainingCandidates, remainingHolds } from './remainder.ts'
import { dateAt } from './stay.ts'

const minute = 60_000

/** D3.2: a regular check confirms a candidate at least 10 minutes after it was first seen. */
export const confirmationMs = 10 * minute

/** D3.3: a suspicious drop is believed after 2 hours of good readings. */
export const holdMs = 120 * minute

/** Openings are shown to the manager this long, and no more of them than this. */
const recentDays = 30
const recentCount = 20

/**
 * Takes one reading of every link into the calendar.
 *
 * A reading with a failed link frees nothing: the accepted one stays, but nights that a good link newly blocks
 * count at once. Throws when a link without an accepted reading is said to be unchanged.
 */
export function takeReading(state: CalendarState, reading: Reading, context: ReadingContext): Taken {
  const happened: CalendarEvent[] = []
  const keys = Object.keys(reading)
  const known = new Map(state.links.map((link) => [link.key, link]))
  const before = keys.map((key) => known.get(key) ?? newLink(key))
  const readings = keys.map((key, i) => believeEmpty(reading[key]!, before[i]!, context))
  const isComplete = readings.every((one) => one.kind === 'nights' || one.kind === 'unchanged')
  const links = before.map((link, i) => {
    const one = readings[i]!
    if (one.kind === 'left_alone') return link
    if (one.kind === 'failed') return noteFailure(link, one, context.now, happened)
    const mended = noteRecovery(link, happened)
    return one.kind === 'nights' ? acceptContent(mended, one, isComplete, context) : assertAccepted(mended)
  })
  const next = { ...state, links }
  const taken = isComplete ? takeComplete(state, next, before, context) : takeIncomplete(next, context)
  const changed = taken.changed || happened.length > 0 || isWorthStoring(state, taken.state, context)
  return {
    state: changed ? taken.state : state,
    changed,
    happened: [...happened, ...taken.happened],
    confirmed: taken.confirmed,
  }
}

/** Announces what a hold keeps back, at the manager's word. Unchanged when there is no such hold. */
export function releaseHold(state: CalendarState, holdId: string, context: ReadingContext): Taken {
  const hold = state.holds.find((one) => one.id === holdId)
  if (!hold) return nothingChanged(state)
  const today = dateAt(context.now, context.timezone)
  const links = state.links.map((link) => (link.key === hold.link ? trustEmpty(link, context, today) : link))
  const released = { ...state, links, holds: state.holds.filter((one) => one !== hold) }
  const free = stillUnblocked(hold.nights, released, today)
  return announce(released, openingsOf(free, hold.at, state.propertyId, context.now), free, context)
}

/** Drops a hold at the manager's word: its nights count as taken until a feed has blocked them again. */
export function dismissHold(state: CalendarState, holdId: string): Taken {
  const hold = state.holds.find((one) => one.id === holdId)
  if (!hold) return nothingChanged(state)
  const links = state.links.map((link) =>
    link.key === hold.link ? { ...link, emptyIsTrusted: false } : link,
  )
  const dismissed = hold.link ? state.dismissed : unite(state.dismissed, hold.nights)
  const holds = state.holds.filter((one) => one !== hold)
  return { ...nothingChanged({ ...state, links, holds, dismissed }), changed: true }
}

/** Takes openings whose announcement has started off the list of those still to start. */
export function markAnnounced(state: CalendarState, openingIds: readonly string[]): CalendarState {
  return { ...state, unannounced: state.unannounced.filter((opening) => !openingIds.includes(opening.id)) }
}

/** Nothing was freed for certain; what is blocked now ends what was hoped for. */
function takeIncomplete(next: CalendarState, context: ReadingContext): Taken {
  const empty = next.links.filter((link) => isLongEmpty(link, next.holds, context.now))
  const newHolds = empty.map((link) =>
    holdOf('empty_feed', link.blocked, next.propertyId, context.now, link.key),
  )
  const { holds, slid } = remainingHolds(next.holds, next, context)
  const interrupted = holds.map(({ goodSince: _ended, ...hold }) => hold)
  const candidates = [...remainingCandidates(next.candidates, next, context), ...slid]
  return {
    state: { ...next, candidates, holds: [...interrupted, ...newHolds] },
    changed: newHolds.length > 0,
    happened: newHolds.map((hold) => ({ kind: 'held', hold })),
    confirmed: [],
  }
}

function takeComplete(
  state: CalendarState,
  next: CalendarState,
  before: LinkState[],
  context: ReadingContext,
): Taken {
  const today = dateAt(context.now, context.timezone)
  const isRipe = (since: string, age: number) => Date.parse(context.now) - Date.parse(since) >= age
  const isConfirmed = ({ since }: Candidate) =>
    isRipe(since, confirmationMs) || (context.manual === true && isRipe(since, 1))

  const candidates = remainingCandidates(state.candidates, next, context)
  const ripe = candidates.filter(isConfirmed)
  // A body with content answers the question that an empty one raised.
  const drops = state.holds.filter((hold) => !hold.link)
  const { holds, slid } = remainingHolds(drops, next, context)
  const believed = holds.filter((hold) => hold.goodSince && isRipe(hold.goodSince, holdMs))

  const fresh = freshlyFreed(state, next, before, context, today)
  const openings = [
    ...ripe
      .filter((one) => !one.quiet)
      .flatMap((one) => openingsOf([one], one.since, state.propertyId, context.now)),
    ...believed.flatMap((hold) => openingsOf(hold.nights, hold.at, state.propertyId, context.now)),
  ].sort((a, b) => compare(a.from, b.from))
  const confirmed = unite(ripe, ...believed.map((hold) => hold.nights))
  const waiting = {
    ...next,
    candidates: [...candidates.filter((one) => !isConfirmed(one)), ...slid, ...fresh.candidates],
    holds: [
      ...holds
        .filter((hold) => !believed.includes(hold))
        .map((hold) => ({ ...hold, goodSince: hold.goodSince ?? context.now })),
      ...fresh.holds,
    ],
    dismissed: stillUnblocked(state.dismissed, next, today),
  }
  const announced = announce(waiting, openings, confirmed, context)
  const held = fresh.holds.map((hold): CalendarEvent => ({ kind: 'held', hold }))
  return { ...announced, changed: false, happened: [...announced.happened, ...held] }
}

function announce(
  state: CalendarState,
  openings: Opening[],
  confirmed: NightRange[],
  context: ReadingContext,
): Taken {
  const oldest = Date.parse(context.now) - recentDays * 24 * 60 * minute
  const recent = [...openings, ...state.recent].filter((opening) => Date.parse(opening.at) >= oldest)
  return {
    state: {
      ...state,
      unannounced: [...state.unannounced, ...openings],
      recent: openings.length > 0 ? recent.slice(0, recentCount) : state.recent,
    },
    changed: true,
    happened: openings.map((opening) => ({ kind: opening.kind, opening })),
    confirmed,
  }
}

function isLongEmpty(link: LinkState, holds: Hold[], now: string): boolean {
  return (
    link.failure === 'empty' &&
    link.emptyIsTrusted === undefined &&
    Date.parse(now) - Date.parse(link.failingSince ?? now) >= holdMs &&
    !holds.some((hold) => hold.link === link.key)
  )
}

function believeEmpty<One extends LinkReading | LeftAlone>(
  reading: One,
  link: LinkState,
  context: ReadingContext,
) {
  const isTrusted = reading.kind === 'failed' && reading.reason === 'empty' && link.emptyIsTrusted === true
  return isTrusted ? emptyContent(dateAt(context.now, context.timezone)) : reading
}

function emptyContent(today: Night) {
  return {
    kind: 'nights' as const,
    blocked: [],
    furthest: null,
    readUpTo: addMonths(today, 24),
    hash: 'empty',
  }
}

function trustEmpty(link: LinkState, context: ReadingContext, today: Night): LinkState {
  const mended = noteRecovery({ ...link, emptyIsTrusted: true }, [])
  return { ...acceptContent(mended, emptyContent(today), true, context), emptyIsTrusted: true }
}

function assertAccepted(link: LinkState): LinkState {
  if (link.acceptedAt === null) throw new Error(`Link ${link.key} cannot be unchanged: it was never read`)
  return link
}

function isWorthStoring(before: CalendarState, after: CalendarState, context: ReadingContext): boolean {
  const today = dateAt(context.now, context.timezone)
  return (
    before.links.length !== after.links.length ||
    before.links.some((link, i) => !sameContent(link, after.links[i]!, today, context.now)) ||
    JSON.stringify([before.candidates, before.holds, before.unannounced]) !==
      JSON.stringify([after.candidates, after.holds, after.unannounced]) ||
    !sameNights(clipPast(before.dismissed, today), after.dismissed)
  )
}

function nothingChanged(state: CalendarState): Taken {
  return { state, changed: false, happened: [], confirmed: [] }
}
