import { log } from '../lib/log.ts'
import { deferMessage } from '../table/deferred.ts'
import { getSettings } from '../table/settings.ts'

/** A manager who wants to know of new requests gets one mail for all those of a quarter of an hour. */
const digestMs = 15 * 60 * 1000

/**
 * Puts off the mail that tells a manager of new requests to the end of this quarter of an hour, once for all of
 * them. Best effort: a guest who is on the list must not read that joining failed.
 */
export async function announceNewRequest(managerId: string, now: string): Promise<void> {
  try {
    const settings = await getSettings(managerId)
    if (!settings?.notifyOnNewWaitlist) return
    const closes = (Math.floor(Date.parse(now) / digestMs) + 1) * digestMs
    const dueAt = new Date(closes).toISOString()
    await deferMessage({
      id: `${managerId}.new_requests.${dueAt}`,
      dueAt,
      job: { kind: 'manager', managerId, about: 'new_requests', occasionId: dueAt },
    })
  } catch (error) {
    log.error('A manager is not told of a new request', error, { managerId })
  }
}
