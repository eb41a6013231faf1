import { Problem } from '../../domain/problem.ts'
import type { CheckCalendars } from '../../events/calendar-check.ts'
import { ManagerApiEnv, readEnv } from '../lib/env.ts'
import type { Handler } from '../lib/http.ts'
import { newPropertyId } from '../lib/ids.ts'
import { log } from '../lib/log.ts'
import { sendMessages } from '../lib/queue.ts'
import { getCalendar, getCalendars } from '../table/calendar.ts'
import * as table from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'
import { toListedProperty } from './calendar-health.ts'
import { managerIdOf } from './new-manager.ts'
import { ownManager, ownProperty } from './own.ts'

const withCalendar = async (row: PropertyRow) => toListedProperty(row, (await getCalendar(row.id)).state)

export const listProperties: Handler<'listProperties'> = async ({ claims }) => {
  const rows = await table.listProperties(managerIdOf(claims))
  const calendars = await getCalendars(rows.map((row) => row.id))
  return { properties: rows.map((row) => toListedProperty(row, calendars.get(row.id)!.state)) }
}

export const createProperty: Handler<'createProperty'> = async (call) => {
  const manager = await ownManager(call)
  const { key, ...draft } = call.body
  const row = await table.createProperty({
    id: newPropertyId(call.now),
    managerId: manager.id,
    draft,
    createdAt: call.now,
    key,
  })
  if (!row) throw new Problem('property_not_found')
  if (row.isActive) await askForCheck(row, call.now)
  return withCalendar(row)
}

export const getProperty: Handler<'getProperty'> = async (call) =>
  withCalendar(await ownProperty(call, call.params.propertyId))

export const updateProperty: Handler<'updateProperty'> = async (call) => {
  const before = await ownProperty(call, call.params.propertyId)
  const row = await table.updateProperty(before, call.body)
  if (!row) throw new Problem('property_not_found')
  const isSetAnew = before.icalUrls.join('\n') !== row.icalUrls.join('\n') || before.timezone !== row.timezone
  if (row.isActive && isSetAnew) await askForCheck(row, call.now)
  return withCalendar(row)
}

export const setPropertyActive: Handler<'setPropertyActive'> = async (call) => {
  const before = await ownProperty(call, call.params.propertyId)
  const outcome = await table.setActive(before, call.body.isActive)
  if (outcome.kind === 'needs_subscription') throw new Problem('subscription_required')
  if (outcome.kind === 'gone') throw new Problem('property_not_found')
  if (outcome.row.isActive && !before.isActive) await askForCheck(outcome.row, call.now)
  return withCalendar(outcome.row)
}

export const deleteProperty: Handler<'deleteProperty'> = async (call) => {
  const row = await ownProperty(call, call.params.propertyId)
  const outcome = await table.removeProperty(row)
  if (outcome === 'has_requests') throw new Problem('property_has_requests')
  if (outcome === 'gone') throw new Problem('property_not_found')
}

/**
 * Has a calendar read within seconds instead of at its next round. Best effort: the round comes anyway, and a
 * property that was saved must not look as if it were not.
 */
async function askForCheck(row: PropertyRow, now: string): Promise<void> {
  const body: CheckCalendars = { roundAt: now, propertyIds: [row.id] }
  try {
    await sendMessages(readEnv(ManagerApiEnv).CHECK_QUEUE_URL, [{ body }])
  } catch (error) {
    log.error('A calendar waits for its next round', error, { propertyId: row.id })
  }
}
