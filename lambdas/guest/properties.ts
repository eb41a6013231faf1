import { availability, horizon, isFailing, wasRead } from '../../domain/calendar.ts'
import { addNights } from '../../domain/nights.ts'
import { Problem } from '../../domain/problem.ts'
import { dateAt } from '../../domain/stay.ts'
import type { Handler } from '../lib/http.ts'
import { getCalendar } from '../table/calendar.ts'
import { getManager } from '../table/manager.ts'
import * as table from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'

export const listPublicProperties: Handler<'listPublicProperties'> = async ({ params }) => {
  const [manager, rows] = await Promise.all([
    getManager(params.managerId),
    table.listProperties(params.managerId),
  ])
  if (!manager) throw new Problem('manager_not_found')
  return { properties: rows.filter((row) => row.isActive) }
}

/** A property that takes requests. A paused one is no more to be seen than none at all. */
async function listedProperty(propertyId: string): Promise<PropertyRow> {
  const row = await table.getProperty(propertyId)
  if (!row?.isActive) throw new Problem('property_not_found')
  return row
}

export const getPublicProperty: Handler<'getPublicProperty'> = ({ params }) =>
  listedProperty(params.propertyId)

export const getAvailability: Handler<'getAvailability'> = async ({ params, now }) => {
  const row = await listedProperty(params.propertyId)
  const { state } = await getCalendar(row.id)
  const today = dateAt(now, row.timezone)
  const end = horizon(state, today)
  const nights = end && end > today ? availability(state, { from: today, to: end }, today) : []
  return {
    known: wasRead(state) && !isFailing(state),
    today,
    knownUntil: end && addNights(end, -1),
    taken: nights.filter((run) => run.state === 'taken'),
    minNights: row.minNights,
  }
}
