/**
 * The life of everything that is sent once: an alert's claim, a digest, a code, a manager's mail.
 *
 *     waiting ─lease─> sending ─accepted─> sent ─event─> delivered | bounced | complained
 *        │ deferred       └─lease and grace over─> may be leased again
 *        └─> gone | refused
 *
 * Neither SES nor SNS takes an idempotency key. So a sender that dies between the provider's yes and our record
 * leaves `sending` behind, and only two things end it: the provider's own event for this item (mail), or the
 * grace period running out, after which it is sent again. That second sending is the one known way to tell
 * somebody twice; it needs a crash in those milliseconds and an event that is lost or later than the grace.
 * A text message has no event, so there the crash alone leads to it: a repeated SMS is a lesser fault than
 * a guest who was never told.
 */
import * as z from 'zod/mini'
import { changeItem, getItem } from './client.ts'
import type { Item, Key } from './client.ts'

export const DeliveryState = z.enum([
  'waiting',
  'deferred',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'refused',
  'gone',
])
export type DeliveryState = z.infer<typeof DeliveryState>

const Stored = z.object({
  state: DeliveryState,
  leaseUntil: z.optional(z.string()),
  retryAt: z.optional(z.string()),
})

/** Longer than the sender lives (a minute), so that nobody else takes what is still being sent. */
const leaseSeconds = 90

/**
 * How long the provider's event may take after the lease. SES publishes within seconds; ten minutes cover its
 * slow days and the retries of our own receiver, and still fit the longest delay that a queue message can have.
 */
const graceSeconds = 10 * 60

export type Leased =
  /** It is ours to send; `item` as it stands now. */
  | { outcome: 'leased'; item: Item }
  /** It came to an end: nothing is to be sent. */
  | { outcome: 'settled'; state: DeliveryState; item: Item }
  /** Somebody sends it, or died sending it: look again at `retryAt`. */
  | { outcome: 'busy'; retryAt: string }
  | { outcome: 'missing' }

/**
 * Takes the right to send an item until the lease ends.
 *
 * @param owner names this attempt, so that a lease which the SDK asked for twice is still granted
 * @param create what the item is made of where it need not exist yet
 */
export async function leaseDelivery(key: Key, owner: string, now: string, create?: Item): Promise<Leased> {
  const free =
    '#state = :waiting OR #state = :deferred OR #owner = :me OR #state = :sending AND #retryAt <= :now'
  const item = await changeItem(key, {
    set: {
      ...create,
      state: 'sending',
      owner,
      leaseUntil: later(now, leaseSeconds),
      retryAt: later(now, leaseSeconds + graceSeconds),
      at: now,
    },
    add: { attempts: 1 },
    when: create ? `attribute_not_exists(#pk) OR ${free}` : `attribute_exists(#pk) AND (${free})`,
    values: { waiting: 'waiting', deferred: 'deferred', sending: 'sending', me: owner, now },
  })
  if (item) return { outcome: 'leased', item }
  const found = await getItem(key)
  if (!found) return { outcome: 'missing' }
  const { state, retryAt } = Stored.parse(found)
  return state === 'sending' || state === 'waiting' || state === 'deferred'
    ? { outcome: 'busy', retryAt: retryAt ?? now }
    : { outcome: 'settled', state, item: found }
}

/** Gives an item back unsent, for another attempt. Without effect when it is no longer ours. */
export async function returnDelivery(key: Key, owner: string): Promise<void> {
  await changeItem(key, {
    set: { state: 'waiting', owner: undefined, leaseUntil: undefined, retryAt: undefined },
    when: '#state = :sending AND #owner = :me',
    values: { sending: 'sending', me: owner },
  })
}

/** Ends an item that is ours. Returns it as it stands, also when an event of the provider ended it before us. */
export async function settleDelivery(
  key: Key,
  owner: string,
  state: Exclude<DeliveryState, 'waiting' | 'sending'>,
  now: string,
  also: Item = {},
): Promise<Item | undefined> {
  const item = await changeItem(key, {
    set: { state, at: now, owner: undefined, leaseUntil: undefined, retryAt: undefined, ...also },
    when: '#state = :sending AND #owner = :me',
    values: { sending: 'sending', me: owner },
  })
  return item ?? getItem(key)
}

/** What may still become of an item, by the event that tells of it. Events arrive twice and in any order. */
const reachedFrom: Record<'sent' | 'delivered' | 'bounced' | 'complained' | 'refused', DeliveryState[]> = {
  // Given back, it should not have been: the provider has it.
  sent: ['waiting', 'sending'],
  delivered: ['waiting', 'sending', 'sent'],
  bounced: ['waiting', 'sending', 'sent', 'delivered'],
  complained: ['waiting', 'sending', 'sent', 'delivered', 'bounced'],
  refused: ['sending', 'sent'],
}

/** Takes the provider's word for what became of an item. */
export async function resolveDelivery(
  key: Key,
  state: keyof typeof reachedFrom,
  providerId: string,
  now: string,
): Promise<void> {
  const states = reachedFrom[state]
  const values = Object.fromEntries(states.map((from, i) => [`from${i}`, from]))
  await changeItem(key, {
    set: { state, providerId, at: now, owner: undefined, leaseUntil: undefined, retryAt: undefined },
    when: `#state IN (${states.map((_, i) => `:from${i}`).join(', ')})`,
    values,
  })
}

function later(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}
