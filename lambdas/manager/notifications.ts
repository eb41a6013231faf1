import { createHash } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import { isReachable, manualOccasion } from '../../domain/waitlist.ts'
import { claimAlerts } from '../delivery/claim-alerts.ts'
import type { Handler } from '../lib/http.ts'
import { enqueueAlerts } from '../lib/mail-queue.ts'
import { getItem, putItem } from '../table/client.ts'
import { getEntries } from '../table/entry.ts'
import { requestKey } from '../table/keys.ts'
import { requestKeySeconds, secondsAfter } from '../table/property.ts'
import { managerIdOf } from './new-manager.ts'

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

  const openingId = occasionOf(managerId, body.key)
  const alerts = await claimAlerts(openingId, waiting, now)
  await enqueueAlerts(alerts)
  // Who unsubscribed or cannot be reached gets nothing; the request's log says so.
  const notificationsSent = waiting.filter(isReachable).length
  await putItem({ ...guardKey, notificationsSent, ttl: secondsAfter(now, requestKeySeconds) })
  return { notificationsSent }
}

/** The occasion's name, in place of an opening's id: the same for the same press of the button. */
function occasionOf(managerId: string, key: string): string {
  return manualOccasion + createHash('sha256').update(`${managerId}.${key}`).digest('hex').slice(0, 32)
}
