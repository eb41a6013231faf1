import type { Handler } from '../lib/http.ts'
import { listEntries } from '../table/entry.ts'
import { listProperties } from '../table/property.ts'
import { withPropertyNames } from './entries.ts'
import { ownManager } from './own.ts'

/** "5 most recent" (product page, Dashboard). */
const recentEntries = 5

export const getDashboard: Handler<'getDashboard'> = async (call) => {
  const manager = await ownManager(call)
  const [properties, recent] = await Promise.all([
    listProperties(manager.id),
    listEntries(manager.id, { limit: recentEntries }),
  ])
  const sum = (count: (row: (typeof properties)[number]) => number) =>
    properties.reduce((total, row) => total + count(row), 0)
  return {
    totalProperties: properties.length,
    activeProperties: properties.filter((row) => row.isActive).length,
    waitlistRequests: sum((row) => row.waitlistCount),
    notificationsSent: manager.notificationsSent + sum((row) => row.notifiedCount),
    recentEntries: await withPropertyNames(recent.rows),
  }
}
