/** A property's calendar item: everything the engine remembers, under a revision that guards its writes. */
import { CalendarState, emptyCalendar } from '../../domain/calendar.ts'
import { getItem, getItems, putting, transact } from './client.ts'
import type { Item, Write } from './client.ts'
import { calendarKey } from './keys.ts'

export type StoredCalendar = {
  state: CalendarState
  /** Counts the writes; 0 for a calendar that was never written. */
  revision: number
}

/** A property's calendar as last accepted; the empty one when it was never read. */
export async function getCalendar(propertyId: string): Promise<StoredCalendar> {
  return calendarOf(propertyId, await getItem(calendarKey(propertyId)))
}

/** The calendars of many properties, by property id. */
export async function getCalendars(propertyIds: readonly string[]): Promise<Map<string, StoredCalendar>> {
  const items = await getItems(propertyIds.map((id) => calendarKey(id)))
  const byKey = new Map(items.map((item) => [item['pk'], item]))
  return new Map(propertyIds.map((id) => [id, calendarOf(id, byKey.get(calendarKey(id).pk))]))
}

/**
 * Writes a calendar together with what follows from it, all or nothing.
 *
 * @returns the calendar as stored, or undefined when another check wrote in between: nothing was written then
 */
export async function saveCalendar(
  before: StoredCalendar,
  state: CalendarState,
  alongside: readonly Write[] = [],
): Promise<StoredCalendar | undefined> {
  const revision = before.revision + 1
  // Text, not a map: half the size, and read in one go. A usual calendar of 50 stays is some 3 kB.
  const item = { ...calendarKey(state.propertyId), revision, state: JSON.stringify(state) }
  const guard =
    before.revision === 0
      ? { when: 'attribute_not_exists(#pk)' }
      : { when: '#revision = :before', values: { before: before.revision } }
  const refused = await transact([{ Put: putting(item, guard) }, ...alongside])
  return refused.length === 0 ? { state, revision } : undefined
}

function calendarOf(propertyId: string, item: Item | undefined): StoredCalendar {
  if (!item) return { state: emptyCalendar(propertyId), revision: 0 }
  const state = CalendarState.parse(JSON.parse(item['state'] as string))
  return { state, revision: item['revision'] as number }
}
