import { beforeEach, describe, expect, test } from 'vitest'
import { claimAlert, closeUnsent, getClaim, isCounted, recordCounted } from '../../lambdas/table/claim.ts'
import type { Item } from '../../lambdas/table/client.ts'
import { getItem, putItem } from '../../lambdas/table/client.ts'
import {
  leaseDelivery,
  resolveDelivery,
  returnDelivery,
  settleDelivery,
} from '../../lambdas/table/delivery.ts'
import type { EntryRow } from '../../lambdas/table/entry.ts'
import { claimKey, keyFromTag, keyToTag } from '../../lambdas/table/keys.ts'
import { getOpening, putFreeStays } from '../../lambdas/table/opening.ts'
import type { PropertyRow } from '../../lambdas/table/property.ts'
import { givenEntry, givenProperty, givenTable } from '../given.ts'

/** The records that make a message one message: claims of openings, and the life of what is sent. */

const at = '2027-01-15T10:00:00.000Z'
const after = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()

await givenTable()

let openings = 0
let openingId: string
let property: PropertyRow
let entry: EntryRow
beforeEach(async () => {
  openingId = `open_${++openings}`
  property = await givenProperty()
  entry = await givenEntry(property)
})

describe('a claim', () => {
  test('is made once, and queued again only while it is unsent', async () => {
    expect(await claimAlert(openingId, entry, 'email', at)).toBe(entry.id)
    expect(await claimAlert(openingId, entry, 'email', at)).toBe(entry.id)
    await closeUnsent((await getClaim(openingId, entry.id, 'email'))!, 'gone', at)
    expect(await claimAlert(openingId, entry, 'email', at)).toBeUndefined()
  })

  test('is one of each channel and each opening', async () => {
    expect(await claimAlert(openingId, entry, 'email', at)).toBe(entry.id)
    expect(await claimAlert(openingId, entry, 'sms', at)).toBe(entry.id)
    expect(await claimAlert(`${openingId}b`, entry, 'email', at)).toBe(entry.id)
  })

  test('answers all requests of one address, made at once or later', async () => {
    const others = await Promise.all(
      ['2027-06-01', '2027-06-02'].map((checkInDate) =>
        givenEntry(property, {
          guestEmail: entry.guestEmail.toUpperCase(),
          checkInDate,
          checkOutDate: '2027-06-05',
        }),
      ),
    )
    const tellers = await Promise.all(
      [entry, ...others].map((one) => claimAlert(openingId, one, 'email', at)),
    )
    expect(new Set(tellers).size).toBe(1)
    const claim = await getClaim(openingId, tellers[0]!, 'email')
    expect([claim!.entryId, ...claim!.alsoFor].toSorted()).toEqual(
      [entry, ...others].map(({ id }) => id).toSorted(),
    )
  })

  test('wakes up for another request when its own dates are gone', async () => {
    await claimAlert(openingId, entry, 'email', at)
    await closeUnsent((await getClaim(openingId, entry.id, 'email'))!, 'gone', at)
    const other = await givenEntry(property, {
      guestEmail: entry.guestEmail,
      checkInDate: '2027-06-01',
      checkOutDate: '2027-06-05',
    })
    expect(await claimAlert(openingId, other, 'email', at)).toBe(entry.id)
    expect((await getClaim(openingId, entry.id, 'email'))?.state).toBe('waiting')
  })

  test('is not ended for a request that was hung on it meanwhile', async () => {
    await claimAlert(openingId, entry, 'email', at)
    const read = (await getClaim(openingId, entry.id, 'email'))!
    const other = await givenEntry(property, {
      guestEmail: entry.guestEmail,
      checkInDate: '2027-06-01',
      checkOutDate: '2027-06-05',
    })
    await claimAlert(openingId, other, 'email', at)
    await closeUnsent(read, 'gone', at)
    expect((await getClaim(openingId, entry.id, 'email'))?.state).toBe('waiting')
  })

  test('is counted once for its opening, and again looked at for a request that comes late', async () => {
    const [from, to] = ['2027-06-01', '2027-06-05']
    await putFreeStays({ id: openingId, propertyId: property.id, from, to, seenAt: at, confirmedAt: at })
    await claimAlert(openingId, entry, 'email', at)
    const key = claimKey(openingId, entry.id, 'email')
    await leaseDelivery(key, 'me', at)
    await settleDelivery(key, 'me', 'sent', at)
    const sent = (await getClaim(openingId, entry.id, 'email'))!
    await recordCounted(sent, true)
    await recordCounted(sent, true)
    expect((await getOpening(property.id, openingId))?.sentCount).toBe(1)
    expect(await claimAlert(openingId, entry, 'email', at)).toBeUndefined()

    const late = await givenEntry(property, {
      guestEmail: entry.guestEmail,
      checkInDate: from,
      checkOutDate: to,
    })
    expect(await claimAlert(openingId, late, 'email', at)).toBe(entry.id)
    const claim = (await getClaim(openingId, entry.id, 'email'))!
    expect(isCounted(claim)).toBe(false)
    await recordCounted(claim, true)
    expect(isCounted((await getClaim(openingId, entry.id, 'email'))!)).toBe(true)
    expect((await getOpening(property.id, openingId))?.sentCount).toBe(1)
  })
})

describe('what is sent once', () => {
  const key = () => claimKey(openingId, entry.id, 'email')
  const state = async () => (await getItem(key()))?.['state']
  beforeEach(async () => {
    await putItem({ ...key(), state: 'waiting' } satisfies Item)
  })

  test('is leased to one sender, and to the same one again when its call is repeated', async () => {
    expect(await leaseDelivery(key(), 'me', at)).toMatchObject({ outcome: 'leased' })
    expect(await leaseDelivery(key(), 'me', at)).toMatchObject({ outcome: 'leased' })
    expect(await leaseDelivery(key(), 'you', at)).toEqual({ outcome: 'busy', retryAt: after(690) })
  })

  test('may be sent again only after the lease and the grace for the event that would settle it', async () => {
    await leaseDelivery(key(), 'me', at)
    expect(await leaseDelivery(key(), 'you', after(100))).toMatchObject({ outcome: 'busy' })
    expect(await leaseDelivery(key(), 'you', after(690))).toMatchObject({ outcome: 'leased' })
  })

  test('goes back when the provider does not take it, but not over the head of who leased it since', async () => {
    await leaseDelivery(key(), 'me', at)
    await returnDelivery(key(), 'me')
    expect(await state()).toBe('waiting')
    await leaseDelivery(key(), 'you', at)
    await returnDelivery(key(), 'me')
    expect(await state()).toBe('sending')
  })

  test('takes the word of the provider when its sender is silent', async () => {
    await leaseDelivery(key(), 'me', at)
    await resolveDelivery(key(), 'sent', 'provider-1', at)
    expect(await leaseDelivery(key(), 'you', after(9999))).toMatchObject({
      outcome: 'settled',
      state: 'sent',
    })
    expect((await settleDelivery(key(), 'me', 'sent', at))?.['providerId']).toBe('provider-1')
  })

  test('takes events twice and in any order', async () => {
    await leaseDelivery(key(), 'me', at)
    await resolveDelivery(key(), 'delivered', 'provider-1', at)
    await resolveDelivery(key(), 'sent', 'provider-1', at)
    expect(await state()).toBe('delivered')
    await resolveDelivery(key(), 'complained', 'provider-1', at)
    await resolveDelivery(key(), 'bounced', 'provider-1', at)
    await resolveDelivery(key(), 'delivered', 'provider-1', at)
    expect(await state()).toBe('complained')
  })

  test('is made by its first lease where nothing was written before', async () => {
    const own = { pk: `OCCASION#${openingId}`, sk: 'A' }
    expect(await leaseDelivery(own, 'me', at)).toEqual({ outcome: 'missing' })
    expect(await leaseDelivery(own, 'me', at, { ttl: 1 })).toMatchObject({
      outcome: 'leased',
      item: { ttl: 1 },
    })
    await settleDelivery(own, 'me', 'sent', at)
    expect(await leaseDelivery(own, 'you', after(9999), { ttl: 1 })).toMatchObject({ outcome: 'settled' })
  })

  test('is found again by the tag of its mail, and by no other tag', () => {
    const tag = keyToTag(key())
    expect(tag).toMatch(/^[A-Za-z0-9_-]{1,256}$/)
    expect(keyFromTag(tag)).toEqual(key())
    for (const foreign of ['', 'hello', keyToTag(key()).slice(2)]) expect(keyFromTag(foreign)).toBeUndefined()
  })
})
