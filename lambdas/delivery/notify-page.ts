/** One page of the guests who wait for a property: claimed, and queued. */
import { stillFree } from '../../domain/calendar.ts'
import { matchesOpening } from '../../domain/matching.ts'
import { lastNight } from '../../domain/nights.ts'
import { dateAt } from '../../domain/stay.ts'
import type { NotifiedGuests, NotifyGuests } from '../../events/notification.ts'
import { enqueueAlerts } from '../lib/mail-queue.ts'
import { getCalendar } from '../table/calendar.ts'
import { listWaiting } from '../table/entry.ts'
import { getOpening } from '../table/opening.ts'
import { getProperty } from '../table/property.ts'
import { claimAlerts } from './claim-alerts.ts'
import { toldByAnother, withoutMessage } from './on-its-way.ts'

/** 500 claims take a second or two and their page of requests is half of what one query may answer. */
const pageSize = 500

/** Openings confirmed within one round of checks of each other are told side by side. */
const sideBySideMs = 15 * 60_000

/** By then a message ahead in the queue was sent, and its guest is Notified; or it was not, and this one is. */
const behindSeconds = 60

/**
 * Queues the messages of one page: guests whose delay is this group's, or shorter.
 *
 * The opening is held against the latest accepted reading first; if its nights are taken again nobody is told
 * (decision D3.4). Safe to repeat: a claim that exists is queued again only while it is unsent.
 */
export async function notifyPage(
  { propertyId, openingId, delaySeconds, cursor }: NotifyGuests,
  now: string,
): Promise<NotifiedGuests> {
  const [property, opening, calendar] = await Promise.all([
    getProperty(propertyId),
    getOpening(propertyId, openingId),
    getCalendar(propertyId),
  ])
  if (!property?.isActive || !opening) return { queued: 0 }

  const today = dateAt(now, property.timezone)
  const free = stillFree(calendar.state, { from: today, to: lastNight }, today)
  const matches = matchesOpening(opening, { free, today, minNights: property.minNights })

  const page = await listWaiting(propertyId, {
    // The group without delay reads its own part of the index; the last one everybody who is left.
    ...(delaySeconds === 0 && { delayHours: 0 }),
    limit: pageSize,
    cursor,
  })
  const matching = page.rows.filter(matches)
  // An opening is news to everybody; stays that are merely free are not, to who is being told of them already.
  const toTell = opening.kind === 'free' ? await withoutMessage(matching, openingId, now) : matching
  const alerts = await claimAlerts(openingId, toTell, now)

  // Several bookings cancelled at once are several openings, but one piece of news to whoever takes any dates.
  const isAlone = !calendar.state.recent.some(
    ({ id, at }) =>
      id !== openingId && Math.abs(Date.parse(at) - Date.parse(opening.confirmedAt)) < sideBySideMs,
  )
  const entryIds = alerts.map(({ entryId }) => entryId)
  const behind = isAlone ? new Set() : await toldByAnother(entryIds, openingId, now)
  const first = alerts.filter(({ entryId }) => !behind.has(entryId))
  await enqueueAlerts(first)
  await enqueueAlerts(
    alerts.filter(({ entryId }) => behind.has(entryId)),
    behindSeconds,
  )
  return { queued: first.length, ...(page.nextCursor !== null && { cursor: page.nextCursor }) }
}
