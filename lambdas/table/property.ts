import * as z from 'zod/mini'
import { freeProperties } from '../../domain/pricing.ts'
import { Property, PropertyDraft, PropertyId } from '../../domain/property.ts'
import { changeItem, changing, deleting, getItem, getItems, putting, queryAll, transact } from './client.ts'
import type { Item, Write } from './client.ts'
import {
  activeWork,
  calendarKey,
  hourlySlot,
  managerKey,
  propertyKey,
  propertyListing,
  requestKey,
} from './keys.ts'
import type { CheckSlot } from './keys.ts'

/** A property as stored: with its counters, which only the transactions that move requests change. */
export const PropertyRow = z.extend(Property, {
  /** All requests, told or not. */
  waitlistCount: z.int(),
  /** Requests still waiting to be told. */
  waitingCount: z.int(),
  /** How often a guest of this property was told. */
  notifiedCount: z.int(),
  /** Something is undecided or unannounced, so that even an unchanged calendar must be looked at. */
  hasPending: z.boolean(),
  /** The round of checks it is in; null while inactive. May be `quarter` a little longer than needed. */
  slot: z.nullable(z.string()),
})
export type PropertyRow = z.infer<typeof PropertyRow>

const toRow = (item: Item): PropertyRow => z.parse(PropertyRow, item)

/** The slot that an active property belongs into: often while somebody waits or something is undecided. */
export function slotFor(row: Pick<PropertyRow, 'id' | 'waitingCount' | 'hasPending'>): CheckSlot {
  return row.waitingCount > 0 || row.hasPending ? 'quarter' : hourlySlot(row.id)
}

/** Host of the first calendar link, by which checks are sorted; empty for what is no address. */
function hostOf(links: readonly string[]): string {
  return URL.parse(links[0]?.replace(/^webcal:/i, 'https:') ?? '')?.host ?? ''
}

/** What puts an active property into a slot of the checks, or takes it out of them (null). */
function workIn(slot: CheckSlot | null, row: Pick<Property, 'id' | 'icalUrls'>): Item {
  return slot === null
    ? { slot: null, gsi2pk: undefined, gsi2sk: undefined }
    : { slot, ...activeWork(slot, row.id, hostOf(row.icalUrls)) }
}

/** The changes that keep a property among those checked every quarter of an hour. For active ones only. */
export function oftenChecked(row: Pick<Property, 'id' | 'icalUrls'>): Item {
  return workIn('quarter', row)
}

/** The row of an id, which may be anything that a caller typed; undefined where there is none. */
export async function getProperty(propertyId: string): Promise<PropertyRow | undefined> {
  if (!z.safeParse(PropertyId, propertyId).success) return undefined
  const item = await getItem(propertyKey(propertyId))
  return item && toRow(item)
}

/** Rows by id; those that do not exist are missing. */
export async function getProperties(propertyIds: Iterable<string>): Promise<Map<string, PropertyRow>> {
  const items = await getItems([...new Set(propertyIds)].map(propertyKey))
  return new Map(items.map(toRow).map((row) => [row.id, row]))
}

/** All properties of a manager, newest first. */
export async function listProperties(managerId: string): Promise<PropertyRow[]> {
  const { gsi1pk } = propertyListing(managerId, '')
  const items = await queryAll({ index: 'listing', partition: gsi1pk, newestFirst: true })
  return items.map(toRow)
}

/** Seconds that a client's key is remembered: a retry comes within minutes, a forgotten tab within a day. */
export const requestKeySeconds = 24 * 60 * 60

/** When a row may be swept: DynamoDB's TTL counts seconds since the epoch. */
export const secondsAfter = (instant: string, seconds: number) =>
  Math.floor(Date.parse(instant) / 1000) + seconds

/** The free plan's share or a trial or subscription: what a further active property needs (decision D8). */
const mayActivate = 'attribute_exists(#pk) AND (#subscriptionActive = :yes OR #activeProperties < :free)'

const countActive = (managerId: string, by: 1 | -1): Write => ({
  Update: changing(
    managerKey(managerId),
    by === 1
      ? { add: { activeProperties: 1 }, when: mayActivate, values: { yes: true, free: freeProperties } }
      : { add: { activeProperties: -1 } },
  ),
})

export type NewProperty = {
  id: string
  managerId: string
  draft: PropertyDraft
  createdAt: string
  /** Made by the client: the same key adds one property, however often it comes. */
  key: string
}

/**
 * Adds a property: active, or switched off where the plan covers no further active one.
 *
 * @returns the property, which for a key seen before is the one it added then, or undefined if that is deleted
 */
export async function createProperty(added: NewProperty): Promise<PropertyRow | undefined> {
  const { id, managerId, draft, createdAt, key } = added
  const rowWith = (isActive: boolean): PropertyRow => ({
    ...draft,
    id,
    managerId,
    createdAt,
    isActive,
    waitlistCount: 0,
    waitingCount: 0,
    notifiedCount: 0,
    hasPending: false,
    slot: isActive ? hourlySlot(id) : null,
  })
  const guardKey = requestKey('property', `${managerId}.${key}`)
  const guard = { ...guardKey, propertyId: id, ttl: secondsAfter(createdAt, requestKeySeconds) }
  const writesOf = (row: PropertyRow): Write[] => [
    { Put: putting(guard, { when: 'attribute_not_exists(#pk)' }) },
    {
      Put: putting({
        ...propertyKey(id),
        ...row,
        ...propertyListing(managerId, id),
        ...workIn(row.isActive ? hourlySlot(id) : null, row),
      }),
    },
  ]
  const active = rowWith(true)
  const refused = await transact([...writesOf(active), countActive(managerId, 1)])
  if (refused.length === 0) return active
  if (!refused.includes(0)) {
    const paused = rowWith(false)
    if ((await transact(writesOf(paused))).length === 0) return paused
  }
  const earlier = await getItem(guardKey)
  return earlier && getProperty(String(earlier['propertyId']))
}

/** Changes what the form holds; undefined when the property is gone. */
export async function updateProperty(
  row: PropertyRow,
  draft: PropertyDraft,
): Promise<PropertyRow | undefined> {
  // The sort key alone may be set at any time: without its partition key the row stays out of the index.
  const { gsi2sk } = activeWork('quarter', row.id, hostOf(draft.icalUrls))
  const item = await changeItem(propertyKey(row.id), {
    set: { ...draft, gsi2sk },
    when: 'attribute_exists(#pk)',
  })
  return item && toRow(item)
}

/**
 * Switches a property on or off.
 *
 * @returns what became of it; `needs_subscription` when the plan covers no further active property
 */
export async function setActive(
  row: PropertyRow,
  isActive: boolean,
): Promise<{ kind: 'done'; row: PropertyRow } | { kind: 'needs_subscription' } | { kind: 'gone' }> {
  if (row.isActive === isActive) return { kind: 'done', row }
  // What opened meanwhile was told to nobody, so the next check looks at who waits though the calendar is unchanged.
  const hasPending = row.hasPending || (isActive && row.waitingCount > 0)
  const slot = isActive ? slotFor({ ...row, hasPending }) : null
  const set = { isActive, hasPending, ...workIn(slot, row) }
  const refused = await transact([
    {
      Update: changing(propertyKey(row.id), {
        set,
        when: 'attribute_exists(#pk) AND #isActive = :before',
        values: { before: !isActive },
      }),
    },
    countActive(row.managerId, isActive ? 1 : -1),
  ])
  if (refused.includes(0)) {
    // Switched by another click or deleted: say what is.
    const now = await getProperty(row.id)
    return now ? { kind: 'done', row: now } : { kind: 'gone' }
  }
  if (refused.includes(1)) return { kind: 'needs_subscription' }
  return { kind: 'done', row: { ...row, isActive, hasPending, slot } }
}

/** Deletes a property that has no request, as a condition on its counter, with its calendar. */
export async function removeProperty(row: PropertyRow): Promise<'removed' | 'has_requests' | 'gone'> {
  for (let current: PropertyRow | undefined = row; current; current = await getProperty(row.id)) {
    if (current.waitlistCount > 0) return 'has_requests'
    const refused = await transact([
      {
        Delete: deleting(propertyKey(row.id), {
          when: '#waitlistCount = :none AND #isActive = :active AND #notifiedCount = :told',
          values: { none: 0, active: current.isActive, told: current.notifiedCount },
        }),
      },
      { Delete: deleting(calendarKey(row.id)) },
      {
        // The dashboard's count of told guests outlives the property.
        Update: changing(managerKey(row.managerId), {
          add: { activeProperties: current.isActive ? -1 : 0, notificationsSent: current.notifiedCount },
        }),
      },
    ])
    if (refused.length === 0) return 'removed'
  }
  return 'gone'
}

/**
 * Flags a property whose calendar must be looked at even if unchanged, or takes the flag away, as a step of the
 * transaction that has the reason. Refused when the property was switched since `row` was read. A property that
 * no longer needs the quarter's checks leaves them by `settleSlot`.
 */
export function settingPending(row: PropertyRow, hasPending: boolean): Write {
  return {
    Update: changing(propertyKey(row.id), {
      set: { hasPending, ...(hasPending && row.isActive && oftenChecked(row)) },
      when: 'attribute_exists(#pk) AND #isActive = :active',
      values: { active: row.isActive },
    }),
  }
}

/**
 * One request more, as a step of the transaction that adds it or takes it back onto the list. Refused when the
 * property was deleted or switched since `row` was read.
 *
 * @param look true where its dates are free already, so that the next check tells even if the calendar is unchanged
 */
export function countingWaiting(row: PropertyRow, added: { isNew: boolean; look: boolean }): Write {
  return {
    Update: changing(propertyKey(row.id), {
      add: { waitingCount: 1, ...(added.isNew && { waitlistCount: 1 }) },
      set: { ...(added.look && { hasPending: true }), ...(row.isActive && oftenChecked(row)) },
      when: 'attribute_exists(#pk) AND #isActive = :active',
      values: { active: row.isActive },
    }),
  }
}

/** Changes a property's counters, as a step of the transaction that removes or tells a request. */
export function counting(
  propertyId: string,
  add: Partial<Record<'waitlistCount' | 'waitingCount' | 'notifiedCount', number>>,
): Write {
  return { Update: changing(propertyKey(propertyId), { add, when: 'attribute_exists(#pk)' }) }
}

/**
 * Gives a property the flag and the slot that a check found right; writes nothing where they are. When somebody
 * joins at the same moment, taking the flag away is refused and the next check decides.
 */
export async function settleAfterCheck(row: PropertyRow, hasPending: boolean): Promise<void> {
  const slot = slotFor({ ...row, hasPending })
  if (!row.isActive || (row.hasPending === hasPending && row.slot === slot)) return
  const unmoved = ' AND #waitlistCount = :total AND #waitingCount = :waiting'
  await changeItem(propertyKey(row.id), {
    set: { hasPending, ...workIn(slot, row) },
    when: `#isActive = :yes${hasPending ? '' : unmoved}`,
    values: { yes: true, ...(!hasPending && { total: row.waitlistCount, waiting: row.waitingCount }) },
  })
}

/**
 * Moves an active property to the slot it belongs into. Costs nothing when it is there already; when somebody
 * joins at the same moment, the condition fails and it stays where it is, which is never too seldom.
 */
export async function settleSlot(row: PropertyRow): Promise<void> {
  const slot = slotFor(row)
  if (!row.isActive || row.slot === slot) return
  await changeItem(propertyKey(row.id), {
    set: workIn(slot, row),
    when: '#isActive = :yes AND #waitingCount = :waiting AND #hasPending = :pending',
    values: { yes: true, waiting: row.waitingCount, pending: row.hasPending },
  })
}
