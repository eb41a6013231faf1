/** What is known of one property's calendar: its stored state and the questions that are asked of it. */
import * as z from 'zod/mini'
import {
  addMonths,
  addNights,
  covers,
  earlier,
  intersect,
  later,
  Night,
  NightRange,
  subtract,
  unite,
} from './nights.ts'
import { nightsOfStay } from './stay.ts'
import type { Stay } from './stay.ts'

/** D2: a feed speaks for at least the next 12 months, and never for more than 24. */
export const horizonMonths = { least: 12, most: 24 }

/** D2: the furthest event end counts for as long after the feed last showed it. */
export const furthestEndDays = 30

const Instant = z.iso.datetime({ offset: true })

/** Why a link could not be read, in codes; the manager's screens have the words. */
export const FailureReason = z.enum([
  'unreachable',
  'timeout',
  'refused_address',
  'too_many_redirects',
  'http_status',
  'too_many_requests',
  'gone',
  'too_large',
  'empty',
  'not_a_calendar',
  'truncated',
  'unreadable_event',
  'too_complex',
])
export type FailureReason = z.infer<typeof FailureReason>

/** One calendar link as it stood at the property's last accepted reading, and its health since. */
export const LinkState = z.object({
  /** `linkKey` of the link's address: the address itself is a secret of the manager's. */
  key: z.string(),
  /** Occupied nights, sorted and disjoint; back-to-back stays stay apart, so that their number is known. */
  blocked: z.array(NightRange),
  /** The furthest event end that the feed shows, or null when it shows none. */
  furthest: z.nullable(Night),
  /** Ends further than `furthest` that the feed showed earlier, each with the last date it did. */
  earlierFurthest: z.array(z.object({ end: Night, shownOn: Night })),
  /** The date up to which events were read, if some reach beyond; nothing is known after it. */
  readUpTo: Night,
  hash: z.string(),
  etag: z.optional(z.string()),
  lastModified: z.optional(z.string()),
  /** When the content above was accepted; null before the first reading. */
  acceptedAt: z.nullable(Instant),
  /** Failed readings in a row. */
  failures: z.int(),
  failingSince: z.optional(Instant),
  failure: z.optional(FailureReason),
  /** The status of an HTTP failure, for the manager's words. */
  failureStatus: z.optional(z.int()),
  /** Not fetched before this instant: back-off, or what Retry-After asked for. */
  nextTryAt: z.optional(Instant),
  /** When the manager was told that the link has failed for a day; once per failure. */
  reportedAt: z.optional(Instant),
  /** The manager's word on this feed's empty body: an empty calendar (true) or a fault (false). */
  emptyIsTrusted: z.optional(z.boolean()),
})
export type LinkState = z.infer<typeof LinkState>

/** Nights seen free once, which the next regular reading confirms. Quiet ones are not told as an opening. */
export const Candidate = z.object({
  from: Night,
  to: Night,
  since: Instant,
  /** Date of the reading that showed them taken last; absent where none did. */
  takenOn: z.optional(Night),
  quiet: z.optional(z.boolean()),
})
export type Candidate = z.infer<typeof Candidate>

/** An opening that was confirmed; `kind` season is a release of 30 nights or more. */
export const Opening = z.object({
  id: z.string(),
  kind: z.enum(['opening', 'season']),
  from: Night,
  to: Night,
  /** Instant of the reading in which the nights were first seen free. */
  seenAt: Instant,
  /** Instant of the reading, or of the manager's release, that confirmed it. */
  at: Instant,
})
export type Opening = z.infer<typeof Opening>

/** Why a drop is held (D3.3), or an empty body (which Booking.com sends for an empty calendar). */
export const HoldReason = z.enum(['all_events_gone', 'many_runs', 'many_nights', 'empty_feed'])
export type HoldReason = z.infer<typeof HoldReason>

/** A suspicious drop: its nights are free in the feed, but nobody is told until it has lasted, or is released. */
export const Hold = z.object({
  id: z.string(),
  reason: HoldReason,
  nights: z.array(NightRange),
  at: Instant,
  /** Date of the reading that showed them taken last. */
  takenOn: z.optional(Night),
  /** The reading since which every reading was good; absent after a failed one, until the next good one. */
  goodSince: z.optional(Instant),
  /** The link whose empty body is held. */
  link: z.optional(z.string()),
})
export type Hold = z.infer<typeof Hold>

/** Everything the engine remembers of one property. Goes into one table item. */
export const CalendarState = z.object({
  propertyId: z.string(),
  links: z.array(LinkState),
  candidates: z.array(Candidate),
  holds: z.array(Hold),
  /** Freed nights that the manager said are not free: taken until a feed blocks them again. */
  dismissed: z.array(NightRange),
  /** Confirmed openings whose announcement has not been started yet. */
  unannounced: z.array(Opening),
  /** Openings of the last 30 days for the manager to see, newest first. */
  recent: z.array(Opening),
})
export type CalendarState = z.infer<typeof CalendarState>

/** The calendar of a property that was never read. */
export function emptyCalendar(propertyId: string): CalendarState {
  return { propertyId, links: [], candidates: [], holds: [], dismissed: [], unannounced: [], recent: [] }
}

/** The occupied nights of every link in the last accepted reading. */
export function blockedNights(state: CalendarState): NightRange[] {
  return unite(...state.links.map((link) => link.blocked))
}

/**
 * The date up to which the property's nights are known, exclusive: every link must speak for a night.
 *
 * Null before the first accepted reading.
 */
export function horizon(state: CalendarState, today: Night): Night | null {
  if (!wasRead(state)) return null
  return state.links.map((link) => linkHorizon(link, today)).reduce(earlier)
}

/** Whether an accepted reading of every link exists. */
export function wasRead(state: CalendarState): boolean {
  return state.links.length > 0 && state.links.every((link) => link.acceptedAt !== null)
}

/** Whether a link fails at present, which makes every night that is not taken unknown (D2). */
export function isFailing(state: CalendarState): boolean {
  return state.links.some((link) => link.failures > 0)
}

/** Whether the next check must look at this calendar even when its feeds have not changed. */
export function hasPending(state: CalendarState): boolean {
  return state.candidates.length > 0 || state.holds.length > 0 || state.unannounced.length > 0
}

/** Nights free in the last accepted reading, from today to the horizon; none while a link fails. */
export function freeNights(state: CalendarState, today: Night): NightRange[] {
  return isFailing(state) ? [] : acceptedFree(state, today)
}

/** Nights free in two readings running (D4): those a guest may be told of. None while a link fails. */
export function confirmedFree(state: CalendarState, today: Night): NightRange[] {
  return subtract(freeNights(state, today), unconfirmedNights(state))
}

/** Whether every night of the stay is free and its arrival is not past. */
export function isStayFree(state: CalendarState, stay: Stay, today: Night): boolean {
  return stay.checkIn >= today && covers(freeNights(state, today), nightsOfStay(stay))
}

/** Whether every night of the stay is confirmed free and its arrival is not past. */
export function isStayConfirmedFree(state: CalendarState, stay: Stay, today: Night): boolean {
  return stay.checkIn >= today && covers(confirmedFree(state, today), nightsOfStay(stay))
}

/**
 * The nights of an opening that the last accepted reading still shows free, asked at the moment of sending
 * (D3.4). A link that fails just then changes nothing: the accepted reading stays.
 */
export function stillFree(state: CalendarState, opening: NightRange, today: Night): NightRange[] {
  return intersect(subtract(acceptedFree(state, today), unconfirmedNights(state)), [opening])
}

/** What the last accepted reading says of one night. */
export type NightState = 'free' | 'taken' | 'unknown'

/** The state of each night of the range, in order, as runs of equal nights. */
export function availability(
  state: CalendarState,
  range: NightRange,
  today: Night,
): (NightRange & { state: NightState })[] {
  const taken = intersect(unite(blockedNights(state), state.dismissed), [range])
  const free = subtract(intersect(freeNights(state, today), [range]), taken)
  const unknown = subtract([range], unite(taken, free))
  return [label(taken, 'taken'), label(free, 'free'), label(unknown, 'unknown')]
    .flat()
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

function label(ranges: NightRange[], state: NightState) {
  return ranges.map((range) => ({ ...range, state }))
}

function acceptedFree(state: CalendarState, today: Night): NightRange[] {
  const end = horizon(state, today)
  if (end === null || end <= today) return []
  return subtract([{ from: today, to: end }], unite(blockedNights(state), state.dismissed))
}

function unconfirmedNights(state: CalendarState): NightRange[] {
  return unite(state.candidates, ...state.holds.map((hold) => hold.nights))
}

function linkHorizon(link: LinkState, today: Night): Night {
  const oldest = addNights(today, -furthestEndDays)
  const shown = link.earlierFurthest.filter((end) => end.shownOn >= oldest).map((end) => end.end)
  const furthest = [addMonths(today, horizonMonths.least), link.furthest ?? today, ...shown].reduce(later)
  return [furthest, addMonths(today, horizonMonths.most), link.readUpTo].reduce(earlier)
}
