import { createHash } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import { channelsOf } from '../../domain/waitlist.ts'
import type { Channel } from '../../domain/waitlist.ts'
import type { AlertJob } from '../../events/mail.ts'
import type { Handler } from '../lib/http.ts'
import { enqueueAlerts } from '../lib/mail-queue.ts'
import { claimAlert } from '../table/claim.ts'
import { getItem, putItem } from '../table/client.ts'
import { getEntries } from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { requestKey } from '../table/keys.ts'
import { requestKeySeconds, secondsAfter } from '../table/property.ts'
import { managerIdOf } from './new-manager.ts'

/** Requests claimed at once: at some 30 ms each, 500 of them take under a second. */
const claimsAtOnce = 25

/**
 * Tells the chosen guests now, whatever the calendar says. The occasion is named after the client's key, so a
 * double click or a retried call claims the same messages, and each goes out once.
 */
export const sendNotifications: Handler<'sendNotifications'> = async ({ claims, body, now }) => {
  const managerId = managerIdOf(claims)
  const guardKey = requestKey('notify', `${managerId}.${body.key}`)
  const earlier = await getItem(guardKey)
  if (earlier) return { notificationsSent: Number(earlier['notificationsSent']) }

  const entries = await getEntries(body.waitlistEntryIds)
  const own = [...entries.values()].filter((entry) => entry.managerId === managerId)
  if (own.length === 0) throw new Problem('entry_not_found')
  const waiting = own.filter((entry) => !entry.isNotified)

  const openingId = `man_${createHash('sha256').update(`${managerId}.${body.key}`).digest('hex').slice(0, 32)}`
  let notificationsSent = 0
  for (let i = 0; i < waiting.length; i += claimsAtOnce) {
    const jobs = await Promise.all(
      waiting.slice(i, i + claimsAtOnce).map((entry) => claimMessage(entry, openingId, now)),
    )
    await enqueueAlerts(jobs.flat())
    notificationsSent += jobs.length
  }
  await putItem({ ...guardKey, notificationsSent, ttl: secondsAfter(now, requestKeySeconds) })
  return { notificationsSent }
}

/** The message that tells one request; none where another request of the same address carries it along. */
async function claimMessage(
  entry: EntryRow,
  openingId: string,
  now: string,
): Promise<Omit<AlertJob, 'kind'>[]> {
  const channels: Channel[] = []
  for (const channel of channelsOf(entry))
    if ((await claimAlert(openingId, entry, channel, now)) === 'to-send') channels.push(channel)
  const { propertyId, id: entryId } = entry
  return channels.length > 0 ? [{ propertyId, openingId, entryId, channels }] : []
}
