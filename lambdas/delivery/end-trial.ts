/** The end of a trial without a subscription (decision D8): one property stays, nothing is deleted. */
import { getManager, setSubscription } from '../table/manager.ts'
import { listProperties, setActive } from '../table/property.ts'

/**
 * Ends a trial, unless it is paid for by now or was prolonged: the manager leaves the directory, and all active
 * properties but the oldest are paused. Safe to repeat.
 */
export async function endTrial(managerId: string, now: string): Promise<void> {
  for (;;) {
    const manager = await getManager(managerId)
    if (!manager || manager.subscribed || manager.trialEndsAt > now) return
    // Refused when the row changed since it was read.
    if (await setSubscription(manager, { subscriptionActive: false, subscribed: false })) break
  }
  const active = (await listProperties(managerId)).filter((property) => property.isActive)
  // Newest first, so the last one is the oldest.
  for (const property of active.slice(0, -1)) await setActive(property, false)
}
