import { isStayFree } from '../../domain/calendar.ts'
import { Problem } from '../../domain/problem.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { dateAt } from '../../domain/stay.ts'
import type { Stay } from '../../domain/stay.ts'
import { sameDates } from '../../domain/waitlist.ts'
import type { DeliveryIssue, Wish } from '../../domain/waitlist.ts'
import type { Handler } from '../lib/http.ts'
import { newEntryId } from '../lib/ids.ts'
import { getCalendar } from '../table/calendar.ts'
import * as table from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { addressHash } from '../table/keys.ts'
import { getProperty, settleSlot } from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'
import { clearSuppression, suppress, suppressionOf } from '../table/suppression.ts'
import { changeWish, returnToWaiting } from '../table/wish-change.ts'
import type { Changed } from '../table/wish-change.ts'
import { toGuestEntry } from './guest-entry.ts'
import { announceNewRequest } from './new-request.ts'
import { checkStay, stayOf } from './wish-rules.ts'

/** Each failed attempt means that somebody else changed the request or its property at that moment. */
const mostAttempts = 5

async function heldEntry(entryId: string): Promise<EntryRow> {
  const row = await table.getEntry(entryId)
  if (!row) throw new Problem('entry_not_found')
  return row
}

/** A request's property, which exists as long as the request does. */
async function propertyOf(row: EntryRow): Promise<PropertyRow> {
  const property = await getProperty(row.propertyId)
  if (!property) throw new Problem('property_not_found')
  return property
}

async function isFreeNow(property: PropertyRow, stay: Stay | undefined, now: string): Promise<boolean> {
  if (!stay) return false
  const { state } = await getCalendar(property.id)
  return isStayFree(state, stay, dateAt(now, property.timezone))
}

/** What stops messages to a guest, over the channels that the wish names. */
async function issueWith(wish: Pick<Wish, 'guestEmail' | 'guestPhone'>): Promise<DeliveryIssue | null> {
  const email = await suppressionOf(wish.guestEmail)
  return email ?? (wish.guestPhone ? ((await suppressionOf(wish.guestPhone)) ?? null) : null)
}

export const joinWaitlist: Handler<'joinWaitlist'> = async ({ body, now }) => {
  const { key, propertyId, wish } = body
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const property = await getProperty(propertyId)
    if (!property) throw new Problem('property_not_found')
    if (!property.isActive) throw new Problem('property_inactive')
    const stay = stayOf(wish)
    const today = dateAt(now, property.timezone)
    if (stay) checkStay(stay, { today, minNights: property.minNights, at: '/wish' })
    const availableNow = await isFreeNow(property, stay, now)
    const outcome = await table.addEntry({
      id: newEntryId(),
      property,
      wish,
      createdAt: now,
      key,
      isFreeNow: availableNow,
      deliveryIssue: await issueWith(wish),
    })
    if (outcome.kind === 'joined') await welcomeBack(wish.guestEmail)
    switch (outcome.kind) {
      case 'joined':
        await announceNewRequest(property.managerId, now)
        return { entry: await toGuestEntry(outcome.row, now), alreadyWaiting: false, availableNow }
      case 'repeated':
        return { entry: await toGuestEntry(outcome.row, now), alreadyWaiting: false, availableNow }
      case 'already_waiting':
        // Not the request itself: whoever types an address has not proved to be its guest (decision D5).
        return { entry: null, alreadyWaiting: true, availableNow }
      case 'deleted_since':
        throw new Problem('entry_not_found')
      case 'property_changed':
        // Switched off or deleted since it was read: what it is now decides.
        break
    }
  }
  throw new Problem('changed_meanwhile')
}

/** Who asks anew after an unsubscription wants messages again. A bounce or a complaint stays. */
async function welcomeBack(email: string): Promise<void> {
  if ((await suppressionOf(email)) !== 'unsubscribed') return
  await clearSuppression(email)
  await markDelivery(email, null)
}

/** Notes on all requests of an address that it gets no more messages, or that it does again. */
async function markDelivery(email: string, issue: DeliveryIssue | null): Promise<void> {
  const rows = await table.listEntriesOfAddress(addressHash(email))
  await Promise.all(rows.map((row) => table.setDeliveryIssue(row.id, issue)))
}

export const getEntry: Handler<'getEntry'> = async ({ params, now }) =>
  toGuestEntry(await heldEntry(params.entryId), now)

/** Changes a request by what `change` makes of its newest state, until nobody gets in the way. */
async function changeEntry(
  entryId: string,
  change: (row: EntryRow, property: PropertyRow) => Promise<Changed>,
): Promise<EntryRow> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const row = await heldEntry(entryId)
    const outcome = await change(row, await propertyOf(row))
    if (outcome.kind === 'changed') return outcome.row
    if (outcome.kind === 'already_waiting') throw new Problem(outcome.kind satisfies ProblemCode)
  }
  throw new Problem('changed_meanwhile')
}

export const updateEntry: Handler<'updateEntry'> = async ({ params, body: wish, now }) => {
  const row = await changeEntry(params.entryId, async (current, property) => {
    const stay = stayOf(wish)
    const asksAnew = !sameDates(current, wish)
    // A request for past dates may still have its name mended.
    if (stay && asksAnew) {
      const today = dateAt(now, property.timezone)
      checkStay(stay, { today, minNights: property.minNights, at: '' })
    }
    const isToLook = asksAnew && !current.isNotified && (await isFreeNow(property, stay, now))
    const isCorrected = current.guestEmail !== wish.guestEmail || current.guestPhone !== wish.guestPhone
    return changeWish(current, wish, {
      now,
      deliveryIssue: isCorrected ? await issueWith(wish) : current.deliveryIssue,
      look: isToLook ? property : undefined,
    })
  })
  return toGuestEntry(row, now)
}

export const stayOnList: Handler<'stayOnList'> = async ({ params, now }) => {
  const row = await changeEntry(params.entryId, (current, property) =>
    returnToWaiting(current, property, now),
  )
  await welcomeBack(row.guestEmail)
  return toGuestEntry(row, now)
}

export const deleteEntry: Handler<'deleteEntry'> = async ({ params }) => {
  const row = await heldEntry(params.entryId)
  if (!(await table.removeEntry(row.id))) throw new Problem('entry_not_found')
  const property = await getProperty(row.propertyId)
  if (property) await settleSlot(property)
}

export const unsubscribe: Handler<'unsubscribe'> = async ({ params, now }) => {
  const row = await heldEntry(params.entryId)
  await suppress(row.guestEmail, 'unsubscribed', now)
  await markDelivery(row.guestEmail, 'unsubscribed')
  return {}
}
