/** Sends what an item of the table stands for, once, whatever is retried. */
import { randomUUID } from 'node:crypto'
import type { MailJob } from '../../events/mail.ts'
import { log } from '../lib/log.ts'
import { enqueueMail } from '../lib/mail-queue.ts'
import { count } from '../lib/metrics.ts'
import type { Answer } from '../lib/provider.ts'
import type { Item, Key } from '../table/client.ts'
import { leaseDelivery, returnDelivery, settleDelivery } from '../table/delivery.ts'
import type { DeliveryState } from '../table/delivery.ts'

/**
 * When a provider cannot take a message: between one and three minutes, so that a thousand that were refused at
 * once do not come back at once.
 */
const laterSeconds = { least: 60, spread: 120 }

/** SQS's longest delay. */
const longestDelaySeconds = 900

export type Outcome =
  /** It is settled; `item` as it stands now. */
  | { kind: 'settled'; state: DeliveryState; item: Item; isNew: boolean; code?: string }
  /** Not settled: the job is on the queue again. */
  | { kind: 'again' }
  | { kind: 'missing' }

/**
 * Leases the item, sends, and records what came of it.
 *
 * @param send gets the item as leased: from there on nobody else changes what it stands for
 * @param job goes back to the queue, as a fresh message with a delay, while the item cannot be settled: a
 *   message that is merely throttled is never taken for poison
 * @param create what the item is made of where it need not exist yet
 */
export async function sendOnce(
  key: Key,
  job: MailJob,
  send: (item: Item) => Promise<Answer>,
  create?: Item,
): Promise<Outcome> {
  const owner = randomUUID()
  const leased = await leaseDelivery(key, owner, instant(), create)
  switch (leased.outcome) {
    case 'missing':
      return { kind: 'missing' }
    case 'settled':
      return { kind: 'settled', state: leased.state, item: leased.item, isNew: false }
    case 'busy':
      await enqueueMail([job], secondsUntil(leased.retryAt))
      return { kind: 'again' }
    case 'leased':
      return record(key, owner, job, await send(leased.item))
  }
}

async function record(key: Key, owner: string, job: MailJob, answer: Answer): Promise<Outcome> {
  const now = instant()
  switch (answer.kind) {
    case 'accepted': {
      const item = await settleDelivery(key, owner, 'sent', now, { providerId: answer.providerId })
      count('Sent')
      return { kind: 'settled', state: 'sent', item: item ?? {}, isNew: true }
    }
    case 'moot': {
      const item = await settleDelivery(key, owner, 'gone', now)
      return { kind: 'settled', state: 'gone', item: item ?? {}, isNew: true }
    }
    case 'refused': {
      const { code } = answer
      const item = await settleDelivery(key, owner, 'refused', now, { code })
      count('Failed')
      log.warn('A provider refused a message', { job: job.kind, code })
      return { kind: 'settled', state: 'refused', item: item ?? {}, isNew: true, code }
    }
    case 'later': {
      // Too much at once passes by itself; a paused account or a missing permission needs somebody to look.
      if (!/throttl|rate|limit|toomany/i.test(answer.code)) count('Failed')
      log.warn('A provider takes no messages now', { job: job.kind, code: answer.code })
      await returnDelivery(key, owner)
      await enqueueMail([job], laterSeconds.least + Math.floor(Math.random() * laterSeconds.spread))
      return { kind: 'again' }
    }
    case 'unknown':
      // The lease stands: the provider's event, or the end of the grace, decides.
      log.warn('A provider did not say whether it took a message', { job: job.kind, code: answer.code })
      await enqueueMail([job], longestDelaySeconds)
      return { kind: 'again' }
  }
}

function secondsUntil(at: string): number {
  const seconds = Math.ceil((Date.parse(at) - Date.now()) / 1000)
  return Math.min(Math.max(seconds, 1), longestDelaySeconds)
}

function instant(): string {
  return new Date().toISOString()
}
