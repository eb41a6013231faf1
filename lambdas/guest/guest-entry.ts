import { covers } from '../../domain/nights.ts'
import type { NightRange } from '../../domain/nights.ts'
import { freeNights, isFailing, wasRead } from '../../domain/calendar.ts'
import type { CalendarState } from '../../domain/calendar.ts'
import { toCompany } from '../../domain/manager.ts'
import { dateAt } from '../../domain/stay.ts'
import { manualOccasion } from '../../domain/waitlist.ts'
import type { GuestEntry } from '../../events/api.ts'
import { getCalendars } from '../table/calendar.ts'
import type { EntryRow } from '../table/entry.ts'
import { getManagers } from '../table/manager.ts'
import { getProperties } from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'

/** The nights that a notified guest was told of: the own stay, or the opening that a flexible request met. */
function toldNights(row: EntryRow): NightRange | undefined {
  const from = row.checkInDate ?? row.told?.from
  const to = row.checkOutDate ?? row.told?.to
  return from && to ? { from, to } : undefined
}

function toldDates(
  row: EntryRow,
  property: PropertyRow,
  state: CalendarState,
  now: string,
): GuestEntry['toldDates'] {
  const nights = toldNights(row)
  if (!row.isNotified || !nights) return 'none'
  if (!wasRead(state) || isFailing(state)) return 'unknown'
  if (covers(freeNights(state, dateAt(now, property.timezone)), nights)) return 'open'
  // A manager may know of a cancellation before the calendar does.
  return row.told?.openingId.startsWith(manualOccasion) ? 'unknown' : 'gone'
}

/** Requests as their guests see them, with property and company, read together for all of them. */
export async function toGuestEntries(rows: readonly EntryRow[], now: string): Promise<GuestEntry[]> {
  const told = rows.filter((row) => row.isNotified).map((row) => row.propertyId)
  const [properties, managers, calendars] = await Promise.all([
    getProperties(rows.map((row) => row.propertyId)),
    getManagers(rows.map((row) => row.managerId)),
    getCalendars([...new Set(told)]),
  ])
  return rows.map((row) => {
    const property = properties.get(row.propertyId)
    const manager = managers.get(row.managerId)
    const calendar = calendars.get(row.propertyId)
    return {
      ...row,
      property: property ?? null,
      company: manager ? toCompany(manager) : null,
      toldDates: property && calendar ? toldDates(row, property, calendar.state, now) : 'none',
    }
  })
}

/** One request as its guest sees it. */
export async function toGuestEntry(row: EntryRow, now: string): Promise<GuestEntry> {
  return (await toGuestEntries([row], now))[0]!
}
