/** The single alerts that an address got on one day; what exceeds its share is gathered (decision D7). */
import { changeItem } from './client.ts'
import { dailyAlertsKey } from './keys.ts'

/** More than three a day are gathered. */
const dailyShare = 3

/** Two days: the day itself in any time zone. */
const keptSeconds = 2 * 86_400

/**
 * Takes a part of the day's share for one alert; the same alert takes it once, however often it is tried.
 *
 * @returns false when the share is used up
 */
export async function takeShare(hash: string, day: string, alertId: string, now: string): Promise<boolean> {
  const item = await changeItem(dailyAlertsKey(hash, day), {
    set: { ttl: Math.floor(Date.parse(now) / 1000) + keptSeconds },
    add: { alerts: new Set([alertId]) },
    when: 'attribute_not_exists(#alerts) OR size(#alerts) < :share OR contains(#alerts, :alert)',
    values: { share: dailyShare, alert: alertId },
  })
  return item !== undefined
}
