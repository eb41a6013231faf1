/** The properties of one message of the check queue. */
import type { CheckCalendars } from '../../events/calendar-check.ts'
import { CheckCalendarsEnv, readEnv } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { getCalendars } from '../table/calendar.ts'
import { dailyRound } from '../table/keys.ts'
import { getProperties } from '../table/property.ts'
import { checkProperty } from './check-property.ts'
import { linkReader } from './read-links.ts'
import { eachOf } from '../lib/each-of.ts'

/** Eight at a time: what the function's memory is measured for, feeds of the greatest size included. */
const atATime = 8

/**
 * Checks the active ones of these properties.
 *
 * What is wrong with a feed is data and stays with its property. What is wrong with our own services is thrown
 * after every property had its turn, so that the message comes back; those already checked find nothing new.
 */
export async function checkBatch({ roundAt, propertyIds }: CheckCalendars, now: string): Promise<void> {
  const env = readEnv(CheckCalendarsEnv)
  const [properties, calendars] = await Promise.all([getProperties(propertyIds), getCalendars(propertyIds)])
  const readLinks = linkReader({ feedHttpHosts: env.FEED_HTTP_HOSTS, isPatient: true })
  const quarterOfDay = Math.floor((Date.parse(roundAt) % 86_400_000) / 900_000)

  let failed = 0
  await eachOf(propertyIds, atATime, async (propertyId) => {
    const property = properties.get(propertyId)
    if (!property?.isActive) return
    try {
      await checkProperty(property, calendars.get(propertyId)!, {
        now,
        roundAt,
        machineArn: env.OPENING_MACHINE_ARN,
        readLinks,
        inFull: dailyRound(propertyId) === quarterOfDay,
      })
    } catch (error) {
      failed++
      log.error('A property could not be checked', error, { propertyId })
    }
  })
  if (failed > 0) throw new Error(`${failed} of ${propertyIds.length} properties could not be checked`)
}
