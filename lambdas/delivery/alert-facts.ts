/** What an alert says, and whether it is still true: read at the moment of sending (decision D3.4). */
import { stillFree } from '../../domain/calendar.ts'
import { defaultSettings, waitlistLink } from '../../domain/manager.ts'
import type { ManagerSettings } from '../../domain/manager.ts'
import { matchesOpening, openRuns } from '../../domain/matching.ts'
import type { FreeNow } from '../../domain/matching.ts'
import { entryLinks } from '../../domain/message.ts'
import type { Alert } from '../../domain/message.ts'
import { lastNight } from '../../domain/nights.ts'
import type { NightRange } from '../../domain/nights.ts'
import { dateAt } from '../../domain/stay.ts'
import { channelsOf } from '../../domain/waitlist.ts'
import { readEnv, SendMailEnv } from '../lib/env.ts'
import { getCalendar } from '../table/calendar.ts'
import type { Claim } from '../table/claim.ts'
import { getEntries } from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { getManager } from '../table/manager.ts'
import type { ManagerRow } from '../table/manager.ts'
import { getOpening } from '../table/opening.ts'
import type { AnnouncedOpening } from '../table/opening.ts'
import { getProperty } from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'
import { getSettings } from '../table/settings.ts'

/** A request that is to be told, and of which nights; null where a manager tells without dates. */
export type Told = { entry: EntryRow; range: NightRange | null }

export type AlertFacts = {
  property: PropertyRow
  manager: ManagerRow
  settings: ManagerSettings
  /** Undefined where a manager chose to tell. */
  opening: AnnouncedOpening | undefined
  today: string
  /** Those of the claim's requests that are still to be told, its own first. Empty: nobody is told. */
  told: Told[]
}

/** Whether an id names a manager's own decision to tell, not an opening. */
export function isManual(openingId: string): boolean {
  return openingId.startsWith('man_')
}

/** Reads everything that an alert depends on; undefined when its property or its opening is no more. */
export async function readAlertFacts(claim: Claim, now: string): Promise<AlertFacts | undefined> {
  const { propertyId, openingId } = claim
  const [property, opening, calendar, entries] = await Promise.all([
    getProperty(propertyId),
    isManual(openingId) ? undefined : getOpening(propertyId, openingId),
    getCalendar(propertyId),
    getEntries([claim.entryId, ...claim.alsoFor]),
  ])
  if (!property || (!opening && !isManual(openingId))) return undefined
  const [manager, saved] = await Promise.all([
    getManager(property.managerId),
    getSettings(property.managerId),
  ])
  if (!manager) return undefined

  const today = dateAt(now, property.timezone)
  const free = stillFree(calendar.state, { from: today, to: lastNight }, today)
  const rows = [claim.entryId, ...claim.alsoFor].flatMap((id) => entries.get(id) ?? [])
  const wanted = rows.filter(
    (entry) => channelsOf(entry).includes(claim.channel) && isOpenFor(entry, openingId),
  )
  const told = opening
    ? property.isActive
      ? tellable(wanted, opening, { free, today, minNights: property.minNights })
      : []
    : wanted.map((entry) => ({ entry, range: null }))
  return { property, manager, settings: saved ?? defaultSettings(manager), opening, today, told }
}

/** Still waiting, or told by this very opening, over its other channel. */
function isOpenFor(entry: EntryRow, openingId: string): boolean {
  return !entry.isNotified || entry.told?.openingId === openingId
}

function tellable(entries: readonly EntryRow[], opening: AnnouncedOpening, now: FreeNow): Told[] {
  const longest = openRuns(opening, now)[0]
  return entries.filter(matchesOpening(opening, now)).flatMap((entry) => {
    const range = entry.anyDates ? longest : stayOf(entry)
    return range ? [{ entry, range }] : []
  })
}

function stayOf({ checkInDate, checkOutDate }: EntryRow): NightRange | undefined {
  return checkInDate && checkOutDate ? { from: checkInDate, to: checkOutDate } : undefined
}

/** The alert to write, in the name of the first request that is to be told. */
export function alertOf({ property, manager, opening, today, told }: AlertFacts): Alert {
  const { APP_URL, WAITLIST_URL } = readEnv(SendMailEnv)
  const { entry } = told[0]!
  const ranges = told.flatMap(({ range }) => range ?? [])
  const own = opening?.kind === 'season' ? 'season' : 'opening'
  return {
    guestName: entry.guestName,
    propertyName: property.name,
    bookingUrl: property.bookingUrl ?? waitlistLink(WAITLIST_URL, manager),
    isBookable: property.bookingUrl !== null,
    companyName: manager.companyName ?? 'Your host',
    logoUrl: manager.logoKey && `${APP_URL}/${manager.logoKey}`,
    links: entryLinks(APP_URL, entry.id),
    kind: opening ? (entry.anyDates ? own : 'stay') : 'manual',
    ranges: distinct(ranges),
    today,
  }
}

function distinct(ranges: readonly NightRange[]): NightRange[] {
  return ranges.filter(
    (range, i) => ranges.findIndex((r) => r.from === range.from && r.to === range.to) === i,
  )
}
