import { beforeAll, describe, expect, test } from 'vitest'
import { newEntryId, newPropertyId } from '../../lambdas/lib/ids.ts'
import { getItem, queryAll } from '../../lambdas/table/client.ts'
import { addressOfToken, mostTries, saveCode, saveGuestToken, tryCode } from '../../lambdas/table/code.ts'
import {
  addEntry,
  changeWish,
  getEntries,
  getEntry,
  hasEntries,
  listEntries,
  listEntriesOfAddress,
  listWaiting,
  markNotified,
  removeEntry,
  returnToWaiting,
  setPriority,
} from '../../lambdas/table/entry.ts'
import { activePartition, activeShards, addressHash, entryKey } from '../../lambdas/table/keys.ts'
import {
  getManager,
  getManagerBySlug,
  isSlugFree,
  listDirectory,
  setSubscription,
  updateManager,
} from '../../lambdas/table/manager.ts'
import {
  createProperty,
  getProperty,
  listProperties,
  removeProperty,
  setActive,
  settleSlot,
  updateProperty,
} from '../../lambdas/table/property.ts'
import { getSettings, saveSettings } from '../../lambdas/table/settings.ts'
import { takeTurn } from '../../lambdas/table/throttle.ts'
import { defaultSettings } from '../../domain/manager.ts'
import {
  dateIn,
  givenDraft,
  givenEmail,
  givenEntry,
  givenKey,
  givenManager,
  givenProperty,
  givenTable,
  givenWish,
} from '../given.ts'

beforeAll(async () => {
  await givenTable()
})

const now = () => new Date().toISOString()
const told = { openingId: 'open_1', from: null, to: null }

/** Ids of the properties in a slot of the checks, read as the dispatcher reads them. */
async function inSlot(slot: 'quarter' | 'hour-0' | 'hour-1' | 'hour-2' | 'hour-3'): Promise<unknown[]> {
  const shards = Array.from({ length: activeShards }, (_, shard) =>
    queryAll({ index: 'work', partition: activePartition(slot, shard) }),
  )
  return (await Promise.all(shards)).flat().map((item) => item['id'])
}

describe('managers', () => {
  test('of two managers who take the same slug at once, one gets it', async () => {
    const managers = await Promise.all(Array.from({ length: 5 }, () => givenManager()))
    const slug = `race-${Date.now()}`
    const outcomes = await Promise.all(managers.map((row) => updateManager(row, { companySlug: slug })))
    expect(outcomes.filter((outcome) => outcome.kind === 'changed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.kind === 'slug_taken')).toHaveLength(4)
    const winner = managers[outcomes.findIndex((outcome) => outcome.kind === 'changed')]!
    expect((await getManagerBySlug(slug.toUpperCase()))?.id).toBe(winner.id)
    expect(await isSlugFree(slug, winner.id)).toBe(true)
    expect(await isSlugFree(slug, managers.find(({ id }) => id !== winner.id)!.id)).toBe(false)
  })

  test('a slug that was given up can be taken by another', async () => {
    const [first, second] = [await givenManager({ companySlug: 'given-up' }), await givenManager()]
    expect((await updateManager(first, { companySlug: 'moved-on' })).kind).toBe('changed')
    expect(await getManagerBySlug('given-up')).toBeUndefined()
    expect((await updateManager(second, { companySlug: 'given-up' })).kind).toBe('changed')
    expect((await getManagerBySlug('given-up'))?.id).toBe(second.id)
    expect((await getManagerBySlug('moved-on'))?.id).toBe(first.id)
  })

  test('taking a slug fails as a whole: the names stay as they were', async () => {
    await givenManager({ companySlug: 'occupied' })
    const other = await givenManager({ companyName: 'Before' })
    const outcome = await updateManager(other, { companyName: 'After', companySlug: 'occupied' })
    expect(outcome.kind).toBe('slug_taken')
    expect(await getManager(other.id)).toMatchObject({ companyName: 'Before', companySlug: null })
  })

  test('a change that was made on an outdated row is refused', async () => {
    const row = await givenManager()
    await updateManager(row, { companyName: 'First' })
    expect((await updateManager(row, { companyName: 'Second' })).kind).toBe('changed_meanwhile')
  })

  test('the directory lists companies with a slug while trial or subscription lasts, by name, page by page', async () => {
    const names = ['beta', 'Alpha', 'Émile', '9 Lives', 'alpine', 'zeta']
    const rows = await Promise.all(
      names.map((companyName, i) => givenManager({ companyName, companySlug: `dir-${i}-${Date.now()}` })),
    )
    const noSlug = await givenManager({ companyName: 'No Slug' })
    const lapsed = await givenManager({
      companyName: 'Lapsed',
      companySlug: `lapsed-${Date.now()}`,
      isActive: false,
    })
    const ours = new Set([...rows, noSlug, lapsed].map(({ id }) => id))

    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await listDirectory({ limit: 2, cursor })
      expect(page.rows.length).toBeLessThanOrEqual(2)
      listed.push(...page.rows.filter(({ id }) => ours.has(id)).map(({ companyName }) => companyName!))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(listed).toEqual(['Alpha', 'alpine', 'beta', 'Émile', 'zeta', '9 Lives'])

    await setSubscription((await getManager(lapsed.id))!, { subscriptionActive: true, subscribed: true })
    const whole = await listDirectory({ limit: 1000 })
    expect(whole.rows.map(({ companyName }) => companyName)).toContain('Lapsed')
  })

  test('settings are kept as saved', async () => {
    const { id, ...manager } = await givenManager()
    expect(await getSettings(id)).toBeUndefined()
    const settings = { ...defaultSettings(manager), notifyOnNewWaitlist: true }
    await saveSettings(id, settings)
    expect(await getSettings(id)).toEqual(settings)
  })
})

describe('properties', () => {
  test('are listed for their manager alone, newest first', async () => {
    const manager = await givenManager()
    const at = (minute: number) => `2026-05-01T10:0${minute}:00.000Z`
    const ids = [0, 1, 2].map((minute) => newPropertyId(at(minute)))
    for (const [i, id] of ids.entries())
      await createProperty({
        id,
        managerId: manager.id,
        draft: givenDraft(),
        createdAt: at(i),
        key: givenKey(),
      })
    await givenProperty()
    expect((await listProperties(manager.id)).map(({ id }) => id)).toEqual(ids.toReversed())
  })

  test('a double click with one key adds one property', async () => {
    const manager = await givenManager()
    const key = givenKey()
    const clicks = Array.from({ length: 4 }, () =>
      createProperty({
        id: newPropertyId(now()),
        managerId: manager.id,
        draft: givenDraft(),
        createdAt: now(),
        key,
      }),
    )
    const ids = new Set((await Promise.all(clicks)).map((row) => row?.id))
    expect(ids.size).toBe(1)
    expect(await listProperties(manager.id)).toHaveLength(1)
    expect((await getManager(manager.id))?.activeProperties).toBe(1)
  })

  test('without trial or subscription one is active, however many are switched on at once', async () => {
    const manager = await givenManager({ isActive: false })
    const rows = []
    for (let i = 0; i < 4; i++) rows.push(await givenProperty({ manager }))
    expect(rows.map(({ isActive }) => isActive)).toEqual([true, false, false, false])
    await setActive(rows[0]!, false)
    const outcomes = await Promise.all(rows.slice(1).map((row) => setActive(row, true)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'done',
      'needs_subscription',
      'needs_subscription',
    ])
    expect((await listProperties(manager.id)).filter(({ isActive }) => isActive)).toHaveLength(1)
    expect((await getManager(manager.id))?.activeProperties).toBe(1)
  })

  test('switching twice at once counts once', async () => {
    const row = await givenProperty()
    await Promise.all([setActive(row, false), setActive(row, false)])
    expect((await getManager(row.managerId))?.activeProperties).toBe(0)
  })

  test('are checked only while active: every quarter while somebody waits, every hour otherwise', async () => {
    const row = await givenProperty()
    expect(await inSlot(row.slot as 'hour-0')).toContain(row.id)
    expect(await inSlot('quarter')).not.toContain(row.id)

    const entry = await givenEntry(row)
    expect(await inSlot('quarter')).toContain(row.id)
    expect(await inSlot(row.slot as 'hour-0')).not.toContain(row.id)

    await setActive((await getProperty(row.id))!, false)
    expect(await inSlot('quarter')).not.toContain(row.id)
    await setActive((await getProperty(row.id))!, true)
    expect(await inSlot('quarter')).toContain(row.id)

    await removeEntry(entry.id)
    await settleSlot((await getProperty(row.id))!)
    expect(await inSlot(row.slot as 'hour-0')).toContain(row.id)
    expect(await inSlot('quarter')).not.toContain(row.id)
  })

  test('changing the links of a paused property leaves it out of the checks', async () => {
    const row = await givenProperty({ isActive: false })
    const changed = await updateProperty(row, givenDraft({ icalUrls: ['https://elsewhere.test/a.ics'] }))
    expect(changed?.icalUrls).toEqual(['https://elsewhere.test/a.ics'])
    for (const slot of ['quarter', 'hour-0', 'hour-1', 'hour-2', 'hour-3'] as const)
      expect(await inSlot(slot)).not.toContain(row.id)
  })

  test('deleting is refused while a request exists, told or not', async () => {
    const row = await givenProperty()
    const entry = await givenEntry(row)
    expect(await removeProperty(row)).toBe('has_requests')
    await markNotified(entry.id, told, now())
    expect(await removeProperty(row)).toBe('has_requests')
    await removeEntry(entry.id)
    expect(await removeProperty(row)).toBe('removed')
    expect(await getProperty(row.id)).toBeUndefined()
    expect(await removeProperty(row)).toBe('gone')
    expect(await getManager(row.managerId)).toMatchObject({ activeProperties: 0, notificationsSent: 1 })
  })

  test('joining and deleting at once leaves either a property with its request or neither', async () => {
    for (let round = 0; round < 10; round++) {
      const row = await givenProperty()
      const id = newEntryId()
      const joining = addEntry({
        id,
        property: row,
        wish: givenWish(),
        createdAt: now(),
        key: givenKey(),
        isFreeNow: false,
        deliveryIssue: null,
      })
      const [joined, removed] = await Promise.all([joining, removeProperty(row)])
      const [property, entry] = [await getProperty(row.id), await getEntry(id)]
      expect(Boolean(property)).toBe(Boolean(entry))
      expect([joined.kind, removed]).toEqual(
        entry ? ['joined', 'has_requests'] : ['property_changed', 'removed'],
      )
    }
  })
})

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

describe('codes, tokens and throttles', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  test('a code works once, within its time, and not after five tries', async () => {
    const email = givenEmail()
    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    expect(await tryCode(email.toUpperCase(), 'wrong', now())).toBe('wrong')
    expect(await tryCode(email, 'right', now())).toBe('right')
    expect(await tryCode(email, 'right', now())).toBe('expired')

    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    expect(await tryCode(email, 'right', inMinutes(11))).toBe('expired')

    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    for (let i = 0; i < mostTries; i++) expect(await tryCode(email, 'wrong', now())).toBe('wrong')
    expect(await tryCode(email, 'right', now())).toBe('expired')
    expect(await tryCode(givenEmail(), 'right', now())).toBe('expired')
  })

  test('fifty guesses at once are five tries', async () => {
    const email = givenEmail()
    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => tryCode(email, `guess ${i}`, now())),
    )
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(mostTries)
  })

  test('one right code sent twice at once gives one token', async () => {
    const email = givenEmail()
    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    const outcomes = await Promise.all([1, 2, 3].map(() => tryCode(email, 'right', now())))
    expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(1)
  })

  test('a token proves its address until it is over, swept or not', async () => {
    await saveGuestToken('hash', { email: 'a@mail.test', expiresAt: inMinutes(5) })
    expect(await addressOfToken('hash', now())).toBe('a@mail.test')
    expect(await addressOfToken('hash', inMinutes(6))).toBeUndefined()
    expect(await addressOfToken('other', now())).toBeUndefined()
  })

  test('attempts are limited within a window, also when they come at once', async () => {
    const throttle = { what: 'test', who: givenEmail(), limit: 3, windowSeconds: 3600 }
    const at = '2026-05-01T10:30:00.000Z'
    const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn(throttle, at)))
    expect(turns.filter(Boolean)).toHaveLength(3)
    expect(await takeTurn(throttle, '2026-05-01T11:00:00.000Z')).toBe(true)
    expect(await takeTurn({ ...throttle, who: givenEmail() }, at)).toBe(true)
  })
})
