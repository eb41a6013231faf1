import * as z from 'zod/mini'
import { Night } from '../../domain/nights.ts'
import { standardDelayHours } from '../../domain/waitlist.ts'
import { DeliveryIssue, Entry, EntryId } from '../../domain/waitlist.ts'
import type { Wish } from '../../domain/waitlist.ts'
import {
  changeItem,
  changing,
  deleting,
  getItem,
  getItems,
  putting,
  queryAll,
  queryPage,
  transact,
} from './client.ts'
import type { Item } from './client.ts'
import { cursorAt, startOf } from './cursor.ts'
import type { Page } from './cursor.ts'
import {
  addressHash,
  addressListing,
  addressPartition,
  entryKey,
  entryListing,
  requestKey,
  waitingPartition,
  waitingPrefix,
  waitingWork,
} from './keys.ts'
import { counting, countingWaiting, requestKeySeconds, secondsAfter } from './property.ts'
import type { PropertyRow } from './property.ts'
import { claimingWish, releasingWish } from './wish-guard.ts'

/** The nights that a guest was told of, and by what; `man_…` where a manager chose to tell. */
export const ToldOpening = z.object({
  openingId: z.string(),
  from: z.nullable(Night),
  to: z.nullable(Night),
})
export type ToldOpening = z.infer<typeof ToldOpening>

/** A request as stored. */
export const EntryRow = z.extend(Entry, {
  /** Since when it waits: its creation, or the last return to the list. Older openings are no news to it. */
  waitingSince: z.iso.datetime(),
  /** What it was told of; null while waiting. */
  told: z.nullable(ToldOpening),
})
export type EntryRow = z.infer<typeof EntryRow>

const toRow = (item: Item): EntryRow => z.parse(EntryRow, item)

/** The condition that a row is as it was read: every change of a request moves its `updatedAt`. */
export const unchanged = (row: EntryRow) => ({
  when: '#updatedAt = :read',
  values: { read: row.updatedAt },
})

/** A failed attempt means that somebody else changed the row; nobody changes one ten times in a row. */
const mostAttempts = 10

/** Now, or the moment after the last change where two fall into one millisecond. */
export function momentAfter(row: EntryRow, now: string): string {
  return now > row.updatedAt ? now : new Date(Date.parse(row.updatedAt) + 1).toISOString()
}

export const waitingIndex = (row: Pick<Entry, 'propertyId' | 'notificationDelayHours' | 'id'>): Item =>
  waitingWork(row.propertyId, row.notificationDelayHours, row.id)
const outOfWaitingIndex: Item = { gsi2pk: undefined, gsi2sk: undefined }

/** The row of an id, which may be anything that a caller typed; undefined where there is none. */
export async function getEntry(entryId: string): Promise<EntryRow | undefined> {
  if (!z.safeParse(EntryId, entryId).success) return undefined
  const item = await getItem(entryKey(entryId))
  return item && toRow(item)
}

/** Rows by ids, which may be anything that a caller typed; those that do not exist are missing. */
export async function getEntries(entryIds: Iterable<string>): Promise<Map<string, EntryRow>> {
  const possible = [...new Set(entryIds)].filter((id) => z.safeParse(EntryId, id).success)
  const items = await getItems(possible.map(entryKey))
  return new Map(items.map(toRow).map((row) => [row.id, row]))
}

export type NewEntry = {
  id: string
  property: PropertyRow
  wish: Wish
  createdAt: string
  /** Made by the client: the same key adds one request, however often it comes. */
  key: string
  /** True where the dates are free right now, so that the next check must tell. */
  isFreeNow: boolean
  /** What is known against the address already. */
  deliveryIssue: DeliveryIssue | null
}

export type Joining =
  | { kind: 'joined' | 'repeated'; row: EntryRow }
  | { kind: 'already_waiting' | 'property_changed' | 'deleted_since' }

/** Adds a request, its guards and its share of the property's counters, or nothing. */
export async function addEntry(added: NewEntry): Promise<Joining> {
  const { id, property, wish, createdAt, key, isFreeNow, deliveryIssue } = added
  const row: EntryRow = {
    ...wish,
    id,
    propertyId: property.id,
    managerId: property.managerId,
    isNotified: false,
    notifiedAt: null,
    isPriority: false,
    notificationDelayHours: standardDelayHours,
    deliveryIssue,
    createdAt,
    updatedAt: createdAt,
    waitingSince: createdAt,
    told: null,
  }
  // Bound to the address, so that nobody meets another guest's request by the same key.
  const guardKey = requestKey('join', `${addressHash(wish.guestEmail)}.${key}`)
  const guard = { ...guardKey, entryId: id, ttl: secondsAfter(createdAt, requestKeySeconds) }
  const refused = await transact([
    { Put: putting(guard, { when: 'attribute_not_exists(#pk)' }) },
    claimingWish(row),
    { Put: putting(itemOf(row), { when: 'attribute_not_exists(#pk)' }) },
    countingWaiting(property, { isNew: true, look: isFreeNow }),
  ])
  if (refused.length === 0) return { kind: 'joined', row }
  if (refused.includes(0)) {
    const earlier = await getItem(guardKey)
    const found = earlier && (await getEntry(String(earlier['entryId'])))
    return found ? { kind: 'repeated', row: found } : { kind: 'deleted_since' }
  }
  return { kind: refused.includes(1) ? 'already_waiting' : 'property_changed' }
}

/** A waiting row as an item, with all its index keys. */
function itemOf(row: EntryRow): Item {
  return {
    ...entryKey(row.id),
    ...row,
    ...entryListing(row.managerId, row.createdAt, row.id),
    ...waitingIndex(row),
    ...addressListing(row.guestEmail, row.createdAt, row.id),
  }
}

/**
 * A request becomes Notified with its first accepted message, and stops waiting. Repeating it changes nothing.
 *
 * @param told what the message spoke of
 */
export async function markNotified(
  entryId: string,
  told: ToldOpening,
  now: string,
): Promise<'notified' | 'already' | 'gone'> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const row = await getEntry(entryId)
    if (!row) return 'gone'
    if (row.isNotified) return 'already'
    const refused = await transact([
      {
        Update: changing(entryKey(row.id), {
          set: {
            isNotified: true,
            notifiedAt: now,
            told,
            updatedAt: momentAfter(row, now),
            ...outOfWaitingIndex,
          },
          ...unchanged(row),
        }),
      },
      releasingWish(row),
      counting(row.propertyId, { waitingCount: -1, notifiedCount: 1 }),
    ])
    if (refused.length === 0) return 'notified'
  }
  throw new Error('A request kept changing while it was marked as notified')
}

/** Deletes a request with its guard and its share of the counters; false when it was gone already. */
export async function removeEntry(entryId: string): Promise<boolean> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const row = await getEntry(entryId)
    if (!row) return false
    const refused = await transact([
      { Delete: deleting(entryKey(row.id), unchanged(row)) },
      counting(row.propertyId, { waitlistCount: -1, ...(!row.isNotified && { waitingCount: -1 }) }),
      ...(row.isNotified ? [] : [releasingWish(row)]),
    ])
    if (refused.length === 0) return true
  }
  throw new Error('A request kept changing while it was deleted')
}

/** Marks a request for immediate notification or takes the mark away: the waiting index follows. */
export async function setPriority(
  row: EntryRow,
  isPriority: boolean,
  now: string,
): Promise<EntryRow | undefined> {
  const fields = {
    isPriority,
    notificationDelayHours: isPriority ? 0 : standardDelayHours,
    updatedAt: momentAfter(row, now),
  }
  const index = row.isNotified ? {} : waitingIndex({ ...row, ...fields })
  const item = await changeItem(entryKey(row.id), { set: { ...fields, ...index }, ...unchanged(row) })
  return item && toRow(item)
}

/** Records why an address gets no more messages, or that it does again (null). */
export async function setDeliveryIssue(entryId: string, deliveryIssue: DeliveryIssue | null): Promise<void> {
  await changeItem(entryKey(entryId), { set: { deliveryIssue }, when: 'attribute_exists(#pk)' })
}

/** A page of the requests for all properties of a manager, newest first. */
export async function listEntries(
  managerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<EntryRow>> {
  const { gsi1pk: partition } = entryListing(managerId, '', '')
  const { items, after } = await queryPage({
    index: 'listing',
    partition,
    newestFirst: true,
    limit: page.limit,
    after: startOf('listing', partition, page.cursor),
  })
  return { rows: items.map(toRow), nextCursor: cursorAt(after) }
}

/**
 * A page of the requests that wait for a property, those with the shortest delay first.
 *
 * @param delayHours only those with this delay
 */
export async function listWaiting(
  propertyId: string,
  page: { delayHours?: number | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<EntryRow>> {
  const partition = waitingPartition(propertyId)
  const { items, after } = await queryPage({
    index: 'work',
    partition,
    ...(page.delayHours !== undefined && { prefix: waitingPrefix(page.delayHours) }),
    limit: page.limit,
    after: startOf('work', partition, page.cursor),
  })
  return { rows: items.map(toRow), nextCursor: cursorAt(after) }
}

/** All requests of an address, newest first. */
export async function listEntriesOfAddress(hash: string): Promise<EntryRow[]> {
  const keys = await queryAll({ index: 'address', partition: addressPartition(hash), newestFirst: true })
  const items = await getItems(keys.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })))
  return items.map(toRow).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Whether an address has any request. */
export async function hasEntries(hash: string): Promise<boolean> {
  const page = await queryPage({ index: 'address', partition: addressPartition(hash), limit: 1 })
  return page.items.length > 0
}
