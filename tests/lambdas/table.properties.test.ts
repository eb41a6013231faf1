import { describe, expect, test } from 'vitest'
import { newEntryId, newPropertyId } from '../../lambdas/lib/ids.ts'
import { queryAll } from '../../lambdas/table/client.ts'
import { addEntry, getEntry, markNotified, removeEntry } from '../../lambdas/table/entry.ts'
import { activePartition, activeShards } from '../../lambdas/table/keys.ts'
import { getManager } from '../../lambdas/table/manager.ts'
import {
  createProperty,
  getProperty,
  listProperties,
  removeProperty,
  setActive,
  settleAfterCheck,
  settleSlot,
  updateProperty,
} from '../../lambdas/table/property.ts'
import {
  givenDraft,
  givenEntry,
  givenKey,
  givenManager,
  givenProperty,
  givenTable,
  givenWish,
  now,
} from '../given.ts'

await givenTable()
const told = { openingId: 'open_1', from: null, to: null }
async function inSlot(slot: 'quarter' | 'hour-0' | 'hour-1' | 'hour-2' | 'hour-3'): Promise<unknown[]> {
  const shards = Array.from({ length: activeShards }, (_, shard) =>
    queryAll({ index: 'work', partition: activePartition(slot, shard) }),
  )
  return (await Promise.all(shards)).flat().map((item) => item['id'])
}

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
    await settleAfterCheck((await getProperty(row.id))!, false)

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
