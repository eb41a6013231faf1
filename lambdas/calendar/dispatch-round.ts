/** Which properties a round checks, and when within its quarter of an hour. */
import { waitedForCheckMinutes } from '../../domain/schedule.ts'
import type { CheckCalendars } from '../../events/calendar-check.ts'
import { DispatchChecksEnv, readEnv } from '../lib/env.ts'
import { sendMessages } from '../lib/queue.ts'
import { queryAll } from '../table/client.ts'
import { activePartition, activeShards } from '../table/keys.ts'
import type { CheckSlot } from '../table/keys.ts'

/** What one message may name (events/calendar-check.ts). */
const propertiesPerMessage = 100

/**
 * Fifty messages are what the check function works off at once, in well under a minute. Up to there a round
 * starts at once, so that a small fleet, or a laptop, never waits.
 */
const messagesAtOnce = 50

/** The rest is spread over twelve of the fifteen minutes: three are left for the last ones to finish. */
const spreadSeconds = 12 * 60

/** Queues the checks of a round; the same instant queues the same checks. */
export async function dispatchRound(
  roundAt: string,
): Promise<{ roundAt: string; properties: number; messages: number }> {
  const partitions = slotsOf(roundAt).flatMap((slot) =>
    Array.from({ length: activeShards }, (_, shard) => activePartition(slot, shard)),
  )
  const items = (
    await Promise.all(
      partitions.map((partition) => queryAll({ index: 'work', partition, only: ['gsi2sk', 'id'] })),
    )
  ).flat()
  // By host, so that one message meets one host and equal links share their fetch.
  const work = items
    .map((item) => ({ sortKey: String(item['gsi2sk']), id: String(item['id']) }))
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))

  const messages: CheckCalendars[] = []
  for (let start = 0; start < work.length; start += propertiesPerMessage) {
    const propertyIds = work.slice(start, start + propertiesPerMessage).map(({ id }) => id)
    messages.push({ roundAt, propertyIds })
  }
  await sendMessages(
    readEnv(DispatchChecksEnv).CHECK_QUEUE_URL,
    messages.map((body, i) => ({ body, delaySeconds: delayOf(i, messages.length) })),
  )
  return { roundAt, properties: work.length, messages: messages.length }
}

/** The slots whose turn it is: every quarter, and one of the hour's four. */
export function slotsOf(roundAt: string): CheckSlot[] {
  const quarter = Math.floor(new Date(roundAt).getUTCMinutes() / waitedForCheckMinutes)
  return ['quarter', `hour-${quarter as 0 | 1 | 2 | 3}`]
}

/** Seconds by which the `index`-th of `count` messages is delayed. */
export function delayOf(index: number, count: number): number {
  if (count <= messagesAtOnce) return 0
  return Math.floor((index / count) * spreadSeconds)
}
