/** Messages put off: digests, text messages in quiet hours, managers' digests, trial mail. */
import * as z from 'zod/mini'
import type { Channel } from '../../domain/waitlist.ts'
import { MailJob } from '../../events/mail.ts'
import { changeItem, deleteItem, getItem, putItem, queryPage } from './client.ts'
import type { Item } from './client.ts'
import { deferredKey, deferredPartition, deferredWork } from './keys.ts'

export const Deferred = z.object({
  /** Names the occasion: putting off the same id twice is putting it off once. */
  id: z.string(),
  /** Instant from which it may be sent, ISO in UTC with milliseconds, so that instants sort as text. */
  dueAt: z.iso.datetime(),
  job: MailJob,
})
export type Deferred = z.infer<typeof Deferred>

/** Puts a message off until `dueAt`. An id that is put off already stays as it is. */
export async function deferMessage(deferred: Deferred): Promise<void> {
  await putItem(
    { ...deferredKey(deferred.id), ...deferredWork(deferred.dueAt, deferred.id), ...deferred },
    { when: 'attribute_not_exists(#pk)' },
  )
}

/** Forgets a message that is not wanted any more, or was handed to the mail queue. */
export async function dropDeferred(id: string): Promise<void> {
  await deleteItem(deferredKey(id))
}

/** Up to `limit` messages that are due, longest due first. */
export async function listDue(now: string, limit: number): Promise<Deferred[]> {
  const { items } = await queryPage({ index: 'work', partition: deferredPartition, limit })
  return items.map((item) => Deferred.parse(item)).filter((deferred) => deferred.dueAt <= now)
}

/** One alert gathered for a digest. */
export type Gathered = { propertyId: string; openingId: string; entryId: string }

const Digest = z.object({ gathered: z._default(z.set(z.string()), new Set<string>()) })

/** The channel that a digest's name says it goes over. */
export function channelOfDigest(digestId: string): Channel {
  return digestId.startsWith('digest.sms.') ? 'sms' : 'email'
}

export type DigestPlace = { addressHash: string; channel: Channel; dueAt: string }

/** Names the digest of one address, channel and hour. Ends with the instant it is due. */
export function digestIdOf({ channel, addressHash, dueAt }: DigestPlace): string {
  return `digest.${channel}.${addressHash}.${Date.parse(dueAt)}`
}

/**
 * Gathers an alert into the digest of its address's current hour. Said again it is gathered once.
 *
 * @returns false when that digest has just been closed: the next hour's takes it
 */
export async function gatherAlert(digest: DigestPlace, alert: Gathered): Promise<boolean> {
  const id = digestIdOf(digest)
  const item = await changeItem(deferredKey(id), {
    set: {
      ...deferredWork(digest.dueAt, id),
      id,
      dueAt: digest.dueAt,
      job: { kind: 'digest', deferredId: id },
      channel: digest.channel,
      state: 'waiting',
      ttl: Math.floor(Date.parse(digest.dueAt) / 1000) + digestKeptDays * 86_400,
    },
    add: { gathered: new Set([`${alert.propertyId}/${alert.openingId}/${alert.entryId}`]) },
    when: 'attribute_not_exists(#pk) OR #state = :waiting',
    values: { waiting: 'waiting' },
  })
  return item !== undefined
}

/** Long enough for every retry of its sending. */
const digestKeptDays = 15

/** The alerts in a digest; empty when there is none of this id. */
export async function gatheredIn(deferredId: string): Promise<Gathered[]> {
  return gatheredOf((await getItem(deferredKey(deferredId))) ?? {})
}

/** The alerts in a digest's item. */
export function gatheredOf(item: Item): Gathered[] {
  return [...Digest.parse(item).gathered].map((text) => {
    const [propertyId, openingId, entryId] = text.split('/') as [string, string, string]
    return { propertyId, openingId, entryId }
  })
}

/** Takes a digest that was handed to the mail queue out of the work, but keeps what it gathered. */
export async function unlistDeferred(id: string): Promise<void> {
  await changeItem(deferredKey(id), {
    set: { gsi2pk: undefined, gsi2sk: undefined },
    when: 'attribute_exists(#pk)',
  })
}
