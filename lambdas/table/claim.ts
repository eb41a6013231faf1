/** What one opening does for one request over one channel: claimed once, sent once, kept as the log. */
import * as z from 'zod/mini'
import { Channel } from '../../domain/waitlist.ts'
import type { Entry } from '../../domain/waitlist.ts'
import { changeItem, changing, getItem, putting, queryPage, transact } from './client.ts'
import type { Item } from './client.ts'
import { DeliveryState } from './delivery.ts'
import { countingMessage } from './opening.ts'
import { addressHash, claimKey, claimsOf, messageListing, messagesPartition, toldAddressKey } from './keys.ts'

export const Claim = z.object({
  openingId: z.string(),
  propertyId: z.string(),
  entryId: z.string(),
  channel: Channel,
  state: DeliveryState,
  /** The address or number with its middle masked. */
  to: z.string(),
  /** Other requests of the same address that this message answers as well. */
  alsoFor: z._default(z.set(z.string()), new Set<string>()),
  createdAt: z.iso.datetime(),
  /** Instant of the last change of state. */
  at: z.iso.datetime(),
  providerId: z.optional(z.string()),
  /** How many of `alsoFor` the counts and the requests know of; absent while not even the first one does. */
  counted: z.optional(z.int()),
  /** Until when quiet hours put it off. */
  deferredUntil: z.optional(z.string()),
  /** The digest that it was gathered into. */
  digestId: z.optional(z.string()),
})
export type Claim = z.infer<typeof Claim>

/** An opening's log is asked about for a season; after that its nights are long past. */
const keptDays = 400

/**
 * Claims the telling of one request over one channel. Saying it again is harmless and answers anew.
 *
 * Claim and address are written together, so that of several requests of one guest only one becomes a message;
 * the others are hung on it and become Notified with it.
 *
 * @returns the request whose message now belongs on the queue; undefined when there is nothing left to send
 */
export async function claimAlert(
  openingId: string,
  entry: Entry,
  channel: Channel,
  now: string,
): Promise<string | undefined> {
  const address = addressOf(entry, channel)
  const ttl = Math.floor(Date.parse(now) / 1000) + keptDays * 86_400
  const toldAddress = toldAddressKey(openingId, addressHash(address), channel)
  const claim = {
    ...claimKey(openingId, entry.id, channel),
    ...messageListing(entry.id, now, openingId, channel),
    openingId,
    propertyId: entry.propertyId,
    entryId: entry.id,
    channel,
    state: 'waiting',
    to: maskAddress(address),
    createdAt: now,
    at: now,
    ttl,
  }
  const refused = await transact([
    { Put: putting({ ...toldAddress, entryId: entry.id, ttl }, { when: 'attribute_not_exists(#pk)' }) },
    { Put: putting(claim, { when: 'attribute_not_exists(#pk)' }) },
  ])
  if (refused.length === 0) return entry.id

  const earlier = await getClaim(openingId, entry.id, channel)
  if (earlier) return isToQueue(earlier) ? entry.id : undefined
  const teller = String((await getItem(toldAddress))?.['entryId'])
  return (await coverBy(openingId, teller, channel, entry.id)) ? teller : undefined
}

/** Hangs a request on the message that tells its address; true when that message must be looked at again. */
async function coverBy(
  openingId: string,
  teller: string,
  channel: Channel,
  entryId: string,
): Promise<boolean> {
  const key = claimKey(openingId, teller, channel)
  const item = await changeItem(key, {
    add: { alsoFor: new Set([entryId]) },
    when: 'attribute_exists(#pk)',
  })
  if (!item) throw new Error('An address is taken by a request without a claim')
  // The teller's own dates were gone; this request's are not.
  if (item['state'] === 'gone') {
    await changeItem(key, { set: { state: 'waiting' }, when: '#state = :gone', values: { gone: 'gone' } })
    return true
  }
  return isToQueue(Claim.parse(item))
}

/** Whether the queue still has something to do for a claim: to send it, or to tell the table that it was sent. */
function isToQueue(claim: Claim): boolean {
  return claim.state === 'waiting' || (isAccepted(claim.state) && !isCounted(claim))
}

/** Whether every request that this message answers is Notified and counted. */
export function isCounted(claim: Claim): boolean {
  return claim.counted === claim.alsoFor.size
}

/** Records that the requests of an accepted message are Notified; its opening's count grows with the first. */
export async function recordCounted(claim: Claim, hasOpening: boolean): Promise<void> {
  const counted = claim.alsoFor.size
  const key = claimKey(claim.openingId, claim.entryId, claim.channel)
  const first = await transact([
    { Update: changing(key, { set: { counted }, when: 'attribute_not_exists(#counted)' }) },
    ...(hasOpening ? [countingMessage(claim.propertyId, claim.openingId)] : []),
  ])
  if (first.length === 0) return
  await changeItem(key, { set: { counted }, when: '#counted < :now', values: { now: counted } })
}

/**
 * Ends or puts off a claim that nobody is sending; without effect on any other. Neither on one that answers
 * another request since it was read: that request's own job decides then.
 */
export async function closeUnsent(
  claim: Claim,
  state: 'gone' | 'refused' | 'deferred',
  now: string,
  also: Item = {},
): Promise<void> {
  const answered = claim.alsoFor.size
  const unmoved = answered === 0 ? 'attribute_not_exists(#alsoFor)' : 'size(#alsoFor) = :answered'
  await changeItem(claimKey(claim.openingId, claim.entryId, claim.channel), {
    set: { state, at: now, ...also },
    when: `(#state = :waiting OR #state = :deferred) AND ${unmoved}`,
    values: { waiting: 'waiting', deferred: 'deferred', ...(answered > 0 && { answered }) },
  })
}

/** Ends a claim that a digest told. */
export async function closeInDigest(claim: Claim, providerId: string, now: string): Promise<void> {
  await changeItem(claimKey(claim.openingId, claim.entryId, claim.channel), {
    set: { state: 'sent', at: now, providerId },
    when: '#state = :deferred',
    values: { deferred: 'deferred' },
  })
}

export async function getClaim(
  openingId: string,
  entryId: string,
  channel: Channel,
): Promise<Claim | undefined> {
  const item = await getItem(claimKey(openingId, entryId, channel))
  return item && Claim.parse(item)
}

/** The messages of an opening, page by page. */
export async function listClaimsOfOpening(
  openingId: string,
  after?: Item,
  limit = 50,
): Promise<{ claims: Claim[]; after?: Item }> {
  const { pk, skPrefix } = claimsOf(openingId)
  const page = await queryPage({ partition: pk, prefix: skPrefix, limit, after })
  return { claims: page.items.map((item) => Claim.parse(item)), ...(page.after && { after: page.after }) }
}

/** The latest messages for a request, newest first. */
export async function listClaimsOfEntry(entryId: string, limit = 50): Promise<Claim[]> {
  const partition = messagesPartition(entryId)
  const page = await queryPage({ index: 'listing', partition, newestFirst: true, limit })
  return page.items.map((item) => Claim.parse(item))
}

/** Whether the provider took the message, whatever became of it afterwards. */
export function isAccepted(state: DeliveryState): boolean {
  return state === 'sent' || state === 'delivered' || state === 'bounced' || state === 'complained'
}

/** Where a request's messages of one channel go. */
export function addressOf(entry: Pick<Entry, 'guestEmail' | 'guestPhone'>, channel: Channel): string {
  return channel === 'email' ? entry.guestEmail : (entry.guestPhone ?? '')
}

/** "a…e@example.com", "+15…89": enough to tell two guests apart, not enough to write to them. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return `${address.slice(0, 3)}…${address.slice(-2)}`
  return `${address.slice(0, 1)}…${at > 1 ? address.slice(at - 1, at) : ''}${address.slice(at)}`
}
