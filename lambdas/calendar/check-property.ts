/** One check of one property: read its links, take the reading in, announce what it confirmed. */
import { hasPending, isFailing } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import { takeReading } from '../../domain/openings.ts'
import type { Reading, Taken } from '../../domain/reading.ts'
import { enqueueManagerMail } from '../lib/mail-queue.ts'
import { count } from '../lib/metrics.ts'
import { getCalendar, saveCalendar } from '../table/calendar.ts'
import type { StoredCalendar } from '../table/calendar.ts'
import type { Write } from '../table/client.ts'
import { recordOpening } from '../table/opening.ts'
import { settingPending, settleAfterCheck } from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'
import { announceOutstanding } from './announce.ts'
import { announceFreeStays } from './free-stays.ts'
import type { FreeStays } from './free-stays.ts'
import type { LinkReader } from './read-links.ts'

export type CheckContext = {
  /** Instant at which this reading begins. */
  now: string
  /** The round that asked for the check; a retry names the same. */
  roundAt: string
  machineArn: string
  readLinks: LinkReader
  /** Look at the requests too when the calendar has not changed: the horizon moves with the days. */
  inFull?: boolean
  /** The second reading of a check that a manager watches (decision D3.2). */
  manual?: boolean
}

export type Checked = {
  /** The calendar as it stands afterwards. */
  stored: StoredCalendar
  /** What was announced by this check. */
  openingIds: string[]
}

/**
 * Checks one property. An unchanged calendar with nothing undecided costs no write and no line in the log.
 *
 * Every step can be repeated: a crash leaves either the old calendar, or the new one with its openings on the
 * list of those still to start.
 */
export async function checkProperty(
  property: PropertyRow,
  stored: StoredCalendar,
  context: CheckContext,
): Promise<Checked> {
  const reading = await context.readLinks(property, stored.state, context.now)
  const taken = reading && take(stored.state, reading, property, context)
  const current = taken?.changed ? await store(property, stored, taken) : { stored, property }
  const announced = await announceOutstanding(current.stored, context.machineArn)
  await tellManager(property, announced.state, context.now)

  const isToLook = property.hasPending || context.inFull || (taken?.confirmed.length ?? 0) > 0
  const isLooking = isToLook && property.waitingCount > 0 && !isFailing(announced.state)
  const free: FreeStays = isLooking
    ? await announceFreeStays(property, announced.state, context)
    : { isUndecided: property.hasPending && isFailing(announced.state) }
  await settleAfterCheck(current.property, hasPending(announced.state) || free.isUndecided)

  const openingIds = current.stored.state.unannounced.map((opening) => opening.id)
  return { stored: announced, openingIds: free.openingId ? [...openingIds, free.openingId] : openingIds }
}

/** Takes the reading in. A link that is left alone for now keeps its failure as it was. */
function take(
  state: CalendarState,
  { reading, leftAlone }: { reading: Reading; leftAlone: ReadonlySet<string> },
  property: PropertyRow,
  { now, manual = false }: CheckContext,
): Taken {
  const taken = takeReading(state, reading, { now, timezone: property.timezone, manual })
  if (leftAlone.size === 0) return taken
  const before = new Map(state.links.map((link) => [link.key, link]))
  const links = taken.state.links.map((link) =>
    leftAlone.has(link.key) ? (before.get(link.key) ?? link) : link,
  )
  const happened = taken.happened.filter((event) => !('link' in event && leftAlone.has(event.link)))
  return { ...taken, state: { ...taken.state, links }, happened }
}

type Current = { stored: StoredCalendar; property: PropertyRow }

/** Writes calendar, openings and the property's flag in one transaction. */
async function store(property: PropertyRow, before: StoredCalendar, taken: Taken): Promise<Current> {
  const openings = taken.happened.flatMap((event) => ('opening' in event ? [event.opening] : []))
  // Also where nothing is pending but nights were just confirmed: a crash before they are looked at for dated
  // requests leaves that to the next check.
  const isToFlag = !property.hasPending && (hasPending(taken.state) || taken.confirmed.length > 0)
  const alongside: Write[] = [
    ...openings.map((opening) => recordOpening(property.id, opening)),
    ...(isToFlag ? [settingPending(property, true)] : []),
  ]
  const stored = await saveCalendar(before, taken.state, alongside)
  // Another check was faster, or the property was switched: what stands now is as good.
  if (!stored) return { stored: await getCalendar(property.id), property }

  count('Detected', newCandidates(before.state, stored.state))
  count('Confirmed', openings.length)
  return { stored, property: isToFlag ? { ...property, hasPending: true, slot: 'quarter' } : property }
}

function newCandidates(before: CalendarState, after: CalendarState): number {
  const known = new Set(before.candidates.map((candidate) => candidate.since))
  return after.candidates.filter((candidate) => !candidate.quiet && !known.has(candidate.since)).length
}

/** Long enough for the next round, also of a property that is checked once an hour. */
const retellSeconds = 70 * 60

/**
 * Tells the manager of a held drop at once, of a failing link after a day. Read from the calendar and repeated
 * for a round or so, because a crash may have come between writing it and telling: an occasion is mailed once.
 */
async function tellManager(property: PropertyRow, state: CalendarState, now: string): Promise<void> {
  const { id: propertyId, managerId } = property
  const isNews = (at: string | undefined) =>
    at !== undefined && Date.parse(now) - Date.parse(at) < retellSeconds * 1000
  for (const hold of state.holds.filter(({ at }) => isNews(at))) {
    await enqueueManagerMail({ managerId, about: 'held_drop', propertyId, occasionId: hold.id })
  }
  for (const link of state.links.filter(({ reportedAt }) => isNews(reportedAt))) {
    const occasionId = `${propertyId}.${link.key}.${link.failingSince}`
    await enqueueManagerMail({ managerId, about: 'failing_calendar', propertyId, occasionId })
  }
}
