import { blockedNights, horizon } from '../../domain/calendar.ts'
import type { CalendarState, Hold } from '../../domain/calendar.ts'
import { addNights, intersect, unite } from '../../domain/nights.ts'
import { dismissHold as dismissed, holdMs, releaseHold as released } from '../../domain/openings.ts'
import type { Taken } from '../../domain/reading.ts'
import { Problem } from '../../domain/problem.ts'
import { dateAt } from '../../domain/stay.ts'
import type { HeldDrop, ListedOpening, PropertyCalendar } from '../../events/api.ts'
import { announceOutstanding } from '../calendar/announce.ts'
import { linkKey } from '../lib/calendar-feed/feed-address.ts'
import { ManagerApiEnv, readEnv } from '../lib/env.ts'
import type { Handler } from '../lib/http.ts'
import { publishMetrics } from '../lib/metrics.ts'
import { getCalendar, saveCalendar } from '../table/calendar.ts'
import { listClaimsOfOpening } from '../table/claim.ts'
import { cursorAt, startOf } from '../table/cursor.ts'
import { claimsOf } from '../table/keys.ts'
import { getOpening, listOpenings, recordOpening } from '../table/opening.ts'
import { settingPending } from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'
import { faultOf, healthOf } from './calendar-health.ts'
import { toSentMessage } from './entries.ts'
import { ownProperty } from './own.ts'
import type { SignedIn } from './own.ts'

export const getPropertyCalendar: Handler<'getPropertyCalendar'> = async (call) => {
  const row = await ownProperty(call, call.params.propertyId)
  return toPropertyCalendar(row, (await getCalendar(row.id)).state, call.now)
}

async function toPropertyCalendar(
  row: PropertyRow,
  state: CalendarState,
  now: string,
): Promise<PropertyCalendar> {
  const today = dateAt(now, row.timezone)
  const end = horizon(state, today)
  const links = new Map(state.links.map((link) => [link.key, link]))
  const taken = unite(blockedNights(state), state.dismissed)
  return {
    health: healthOf(state),
    links: row.icalUrls.map((url) => {
      const link = links.get(linkKey(url))
      return {
        url,
        lastGoodAt: link?.acceptedAt ?? null,
        failingSince: link?.failingSince ?? null,
        fault: link ? faultOf(link) : null,
      }
    }),
    today,
    knownUntil: end && addNights(end, -1),
    taken: end ? intersect(taken, [{ from: today, to: end }]) : [],
    openings: await listedOpenings(row, state, today),
    held: state.holds.map((hold) => toHeldDrop(hold, now)),
  }
}

/** What was seen once and waits for its second reading, then what was found lately, newest first. */
async function listedOpenings(
  row: PropertyRow,
  state: CalendarState,
  today: string,
): Promise<ListedOpening[]> {
  const seen = state.candidates
    .filter((candidate) => !candidate.quiet)
    .map(({ from, to, since }): ListedOpening => ({
      id: `seen_${from}_${to}`,
      from,
      to,
      kind: 'opening',
      state: 'seen',
      foundAt: since,
      sentCount: 0,
    }))
  const sent = new Map((await listOpenings(row.id)).map((opening) => [opening.id, opening.sentCount]))
  const blocked = unite(blockedNights(state), state.dismissed)
  const found = state.recent.map(({ id, from, to, kind, at }): ListedOpening => {
    const rest = intersect([{ from, to }], [{ from: today, to: '9999-12-31' }])
    const isGone = intersect(rest, blocked).length > 0
    return {
      id,
      from,
      to,
      kind,
      state: isGone ? 'gone' : 'confirmed',
      foundAt: at,
      sentCount: sent.get(id) ?? 0,
    }
  })
  return [...seen, ...found]
}

function toHeldDrop(hold: Hold, now: string): HeldDrop {
  const goodForMs = hold.goodSince ? Date.parse(now) - Date.parse(hold.goodSince) : 0
  return {
    id: hold.id,
    ranges: hold.nights,
    reason: hold.reason,
    heldSince: hold.at,
    // An empty body is never believed by itself: only the manager knows whether the calendar is empty.
    remainingSeconds: hold.link ? null : Math.max(0, Math.round((holdMs - goodForMs) / 1000)),
  }
}

export const releaseHold: Handler<'releaseHold'> = (call) =>
  decideHold(call, (state, row) =>
    released(state, call.params.holdId, { now: call.now, timezone: row.timezone }),
  )

export const dismissHold: Handler<'dismissHold'> = (call) =>
  decideHold(call, (state) => dismissed(state, call.params.holdId))

/** Each failed attempt means that a check wrote the calendar at that moment. */
const mostAttempts = 5

/** Carries out what the manager decided about a hold, and starts the announcements that follow from it. */
async function decideHold(
  call: SignedIn & { params: { propertyId: string; holdId: string } },
  decide: (state: CalendarState, row: PropertyRow) => Taken,
): Promise<PropertyCalendar> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const row = await ownProperty(call, call.params.propertyId)
    const stored = await getCalendar(row.id)
    if (!stored.state.holds.some((hold) => hold.id === call.params.holdId))
      throw new Problem('hold_not_found')
    const { state, happened } = decide(stored.state, row)
    const openings = happened.flatMap((event) => ('opening' in event ? [event.opening] : []))
    const saved = await saveCalendar(stored, state, [
      ...openings.map((opening) => recordOpening(row.id, opening)),
      // The next check looks at the requests whose dates this decision freed.
      ...(row.hasPending ? [] : [settingPending(row, true)]),
    ])
    if (!saved) continue
    const announced = await announceOutstanding(saved, readEnv(ManagerApiEnv).OPENING_MACHINE_ARN)
    publishMetrics()
    return toPropertyCalendar(row, announced.state, call.now)
  }
  throw new Problem('changed_meanwhile')
}

export const listOpeningMessages: Handler<'listOpeningMessages'> = async (call) => {
  const { propertyId, openingId } = call.params
  await ownProperty(call, propertyId)
  if (!(await getOpening(propertyId, openingId))) throw new Problem('opening_not_found')
  const after = startOf('item', claimsOf(openingId).pk, call.query.cursor)
  const page = await listClaimsOfOpening(openingId, after)
  return { messages: page.claims.map(toSentMessage), nextCursor: cursorAt(page.after) }
}
