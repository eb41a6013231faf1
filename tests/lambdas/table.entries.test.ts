import { describe, expect, test } from 'vitest'
import { newEntryId } from '../../lambdas/lib/ids.ts'
import { getItem } from '../../lambdas/table/client.ts'
import {
  addEntry,
  getEntries,
  getEntry,
  hasEntries,
  listEntries,
  listEntriesOfAddress,
  listWaiting,
  markNotified,
  removeEntry,
  setPriority,
} from '../../lambdas/table/entry.ts'
import { changeWish, returnToWaiting } from '../../lambdas/table/wish-change.ts'
import { addressHash, entryKey } from '../../lambdas/table/keys.ts'
import { getManager } from '../../lambdas/table/manager.ts'
import { getProperty, setActive } from '../../lambdas/table/property.ts'
import {
  dateIn,
  givenEmail,
  givenEntry,
  givenKey,
  givenProperty,
  givenTable,
  givenWish,
  now,
} from '../given.ts'

await givenTable()
const told = { openingId: 'open_1', from: null, to: null }

describe('requests', () => {
  const dates = { checkInDate: dateIn(30), checkOutDate: dateIn(33) }

  test('many guests joining one property at once are all counted', async () => {
    const property = await givenProperty()
    await Promise.all(Array.from({ length: 20 }, () => givenEntry(property)))
    expect(await getProperty(property.id)).toMatchObject({
      waitlistCount: 20,
      waitingCount: 20,
      slot: 'quarter',
    })
    expect((await listWaiting(property.id, { limit: 100 })).rows).toHaveLength(20)
  })

  test('a double click with one key makes one request', async () => {
    const property = await givenProperty()
    const key = givenKey()
    const wish = givenWish(dates)
    const clicks = Array.from({ length: 5 }, () =>
      addEntry({
        id: newEntryId(),
        property,
        wish,
        createdAt: now(),
        key,
        isFreeNow: false,
        deliveryIssue: null,
      }),
    )
    const outcomes = await Promise.all(clicks)
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'joined',
      'repeated',
      'repeated',
      'repeated',
      'repeated',
    ])
    expect(new Set(outcomes.map((outcome) => 'row' in outcome && outcome.row.id)).size).toBe(1)
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 1, waitingCount: 1 })
  })

  test('the same guest waits for the same dates once, in any spelling of the address, but again once told', async () => {
    const property = await givenProperty()
    const first = await givenEntry(property, dates)
    const again = () =>
      addEntry({
        id: newEntryId(),
        property,
        wish: givenWish({ ...dates, guestEmail: first.guestEmail.toUpperCase() }),
        createdAt: now(),
        key: givenKey(),
        isFreeNow: false,
        deliveryIssue: null,
      })
    expect((await again()).kind).toBe('already_waiting')
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 1 })
    await markNotified(first.id, told, now())
    expect((await again()).kind).toBe('joined')
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 2, waitingCount: 1 })
  })

  test('an inactive property takes none', async () => {
    const property = await givenProperty()
    await setActive(property, false)
    await expect(givenEntry(property)).rejects.toThrow('property_changed')
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 0 })
  })

  test('are listed newest first, page by page, for their manager', async () => {
    const property = await givenProperty()
    const ids = []
    for (let minute = 0; minute < 5; minute++)
      ids.unshift((await givenEntry(property, { createdAt: `2026-05-01T10:0${minute}:00.000Z` })).id)
    const first = await listEntries(property.managerId, { limit: 3 })
    const second = await listEntries(property.managerId, { limit: 3, cursor: first.nextCursor! })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
  })

  test("a cursor opens no other manager's list", async () => {
    const [own, foreign] = [await givenProperty(), await givenProperty()]
    await Promise.all([1, 2, 3].map(() => givenEntry(foreign)))
    const { nextCursor } = await listEntries(foreign.managerId, { limit: 1 })
    const reading = listEntries(own.managerId, { limit: 1, cursor: nextCursor! })
    await expect(reading).rejects.toMatchObject({ code: 'malformed_query' })
    for (const cursor of [
      '',
      'x',
      Buffer.from('{"pk":1}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ])
      await expect(listEntries(own.managerId, { limit: 1, cursor })).rejects.toMatchObject({
        code: 'malformed_query',
      })
  })

  test('a delay group reads its own requests; priority moves a request between groups', async () => {
    const property = await givenProperty()
    const [standard, priority] = [await givenEntry(property), await givenEntry(property)]
    const marked = await setPriority(priority, true, now())
    expect(marked).toMatchObject({ isPriority: true, notificationDelayHours: 0 })
    const group = async (delayHours: number) =>
      (await listWaiting(property.id, { delayHours, limit: 10 })).rows.map(({ id }) => id)
    expect(await group(0)).toEqual([priority.id])
    expect(await group(1)).toEqual([standard.id])
    await setPriority(marked!, false, now())
    expect(await group(0)).toEqual([])
    expect(await group(1)).toHaveLength(2)
  })

  test('marking a told request does not make it wait again', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property)
    await markNotified(entry.id, told, now())
    await setPriority((await getEntry(entry.id))!, true, now())
    expect((await listWaiting(property.id, { limit: 10 })).rows).toEqual([])
  })

  test('become notified once, however often that is recorded at once', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => markNotified(entry.id, told, now())))
    expect(outcomes.toSorted()).toEqual(['already', 'already', 'already', 'notified'])
    expect(await getProperty(property.id)).toMatchObject({
      waitlistCount: 1,
      waitingCount: 0,
      notifiedCount: 1,
    })
    expect(await getEntry(entry.id)).toMatchObject({ isNotified: true, told })
    expect(await markNotified(newEntryId(), told, now())).toBe('gone')
  })

  test('20 notified at once leave the right counts', async () => {
    const property = await givenProperty()
    const entries = await Promise.all(Array.from({ length: 20 }, () => givenEntry(property)))
    await Promise.all(entries.map(({ id }) => markNotified(id, told, now())))
    expect(await getProperty(property.id)).toMatchObject({ waitingCount: 0, notifiedCount: 20 })
  })

  test('go back to waiting, with the moment from which openings are news again', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property, dates)
    await markNotified(entry.id, told, now())
    const later = new Date(Date.now() + 60_000).toISOString()
    const outcome = await returnToWaiting(
      (await getEntry(entry.id))!,
      (await getProperty(property.id))!,
      later,
    )
    expect(outcome).toMatchObject({ kind: 'changed', row: { isNotified: false, waitingSince: later } })
    expect((await listWaiting(property.id, { limit: 10 })).rows.map(({ id }) => id)).toEqual([entry.id])
    expect(await getProperty(property.id)).toMatchObject({ waitingCount: 1, slot: 'quarter' })
  })

  test('do not go back beside a newer request for the same dates', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property, dates)
    await markNotified(entry.id, told, now())
    await givenEntry(property, { ...dates, guestEmail: entry.guestEmail })
    const outcome = await returnToWaiting(
      (await getEntry(entry.id))!,
      (await getProperty(property.id))!,
      now(),
    )
    expect(outcome.kind).toBe('already_waiting')
  })

  test('a changed wish moves with its guard and its address', async () => {
    const property = await givenProperty()
    const entry = await givenEntry(property, dates)
    const wish = givenWish({ checkInDate: dateIn(40), checkOutDate: dateIn(42), guestEmail: givenEmail() })
    const outcome = await changeWish(entry, wish, { now: now(), deliveryIssue: null })
    expect(outcome).toMatchObject({ kind: 'changed', row: wish })
    expect(await listEntriesOfAddress(addressHash(entry.guestEmail))).toEqual([])
    expect((await listEntriesOfAddress(addressHash(wish.guestEmail))).map(({ id }) => id)).toEqual([entry.id])
    // The old dates are free to be asked for again, the new ones are not.
    await givenEntry(property, { ...dates, guestEmail: entry.guestEmail })
    await expect(givenEntry(property, wish)).rejects.toThrow('already_waiting')
  })

  test('a wish cannot be changed into one that waits already', async () => {
    const property = await givenProperty()
    const guestEmail = givenEmail()
    await givenEntry(property, { ...dates, guestEmail })
    const flexible = await givenEntry(property, { guestEmail })
    const outcome = await changeWish(flexible, givenWish({ ...dates, guestEmail }), {
      now: now(),
      deliveryIssue: null,
    })
    expect(outcome.kind).toBe('already_waiting')
    expect(await getEntry(flexible.id)).toEqual(flexible)
  })

  test('a change on an outdated row is refused, within the same millisecond too', async () => {
    const entry = await givenEntry(await givenProperty())
    const change = { now: entry.updatedAt, deliveryIssue: null }
    const wish = givenWish({ guestEmail: entry.guestEmail, guestName: 'New Name' })
    expect((await changeWish(entry, wish, change)).kind).toBe('changed')
    expect((await changeWish(entry, wish, change)).kind).toBe('changed_meanwhile')
  })

  test('deleted at once by guest and manager, they leave the counts once', async () => {
    const property = await givenProperty()
    const [entry] = [await givenEntry(property, dates), await givenEntry(property)]
    const outcomes = await Promise.all([removeEntry(entry.id), removeEntry(entry.id), removeEntry(entry.id)])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 1, waitingCount: 1 })
    expect(await getItem(entryKey(entry.id))).toBeUndefined()
    await givenEntry(property, { ...dates, guestEmail: entry.guestEmail })
  })

  test('a told request that is deleted was no longer waiting', async () => {
    const property = await givenProperty()
    const [entry] = [await givenEntry(property), await givenEntry(property)]
    await markNotified(entry.id, told, now())
    await removeEntry(entry.id)
    expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 1, waitingCount: 1 })
  })

  test('deleting and notifying at once never counts twice', async () => {
    for (let round = 0; round < 10; round++) {
      const property = await givenProperty()
      const entry = await givenEntry(property)
      await Promise.all([removeEntry(entry.id), markNotified(entry.id, told, now())])
      expect(await getProperty(property.id)).toMatchObject({ waitlistCount: 0, waitingCount: 0 })
    }
  })

  test('an address is known by its requests, in any case', async () => {
    const property = await givenProperty()
    const guestEmail = `Mixed.${givenEmail()}`
    const entry = await givenEntry(property, { guestEmail })
    expect(await hasEntries(addressHash(guestEmail.toLowerCase()))).toBe(true)
    expect((await listEntriesOfAddress(addressHash(guestEmail.toUpperCase())))[0]?.id).toBe(entry.id)
    expect(await hasEntries(addressHash(givenEmail()))).toBe(false)
  })

  test('ids that are none are not found, whatever they look like', async () => {
    const odd = ['', 'x', 'wait_', `wait_${'z'.repeat(3000)}`, '__proto__']
    expect((await getEntries(odd)).size).toBe(0)
    for (const id of odd) {
      expect(await getEntry(id)).toBeUndefined()
      expect(await getProperty(id)).toBeUndefined()
      expect(await getManager(id)).toBeUndefined()
    }
  })
})
