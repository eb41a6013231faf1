/** Claims messages for many requests at once, and says which of them belong on the mail queue. */
import { channelsOf } from '../../domain/waitlist.ts'
import type { Channel } from '../../domain/waitlist.ts'
import type { AlertJob } from '../../events/mail.ts'
import { eachOf } from '../lib/each-of.ts'
import { claimAlert } from '../table/claim.ts'
import type { EntryRow } from '../table/entry.ts'

/** Enough to keep the table busy without a connection for every guest. */
const claimsAtATime = 25

/**
 * Claims every channel of these requests. Several requests of one guest become one message.
 *
 * @returns the messages to queue, one for each guest who is told
 */
export async function claimAlerts(
  openingId: string,
  entries: readonly EntryRow[],
  now: string,
): Promise<Omit<AlertJob, 'kind'>[]> {
  const tellers = new Map<string, { propertyId: string; channels: Set<Channel> }>()
  await eachOf(entries, claimsAtATime, async (entry) => {
    for (const channel of channelsOf(entry)) {
      const teller = await claimAlert(openingId, entry, channel, now)
      if (teller === undefined) continue
      const told = tellers.get(teller) ?? { propertyId: entry.propertyId, channels: new Set() }
      tellers.set(teller, { ...told, channels: told.channels.add(channel) })
    }
  })
  return [...tellers].map(([entryId, { propertyId, channels }]) => ({
    propertyId,
    openingId,
    entryId,
    channels: [...channels],
  }))
}
