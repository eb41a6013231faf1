/** The check that a manager asks for and watches (decision D3.2): both readings within one call. */
import { CheckNowEnv, readEnv } from '../lib/env.ts'
import { notifyPage } from '../delivery/notify-page.ts'
import { eachOf } from '../lib/each-of.ts'
import type { Handler } from '../lib/http.ts'
import { publishMetrics } from '../lib/metrics.ts'
import { managerIdOf } from '../manager/new-manager.ts'
import { getCalendars } from '../table/calendar.ts'
import { getProperties, listProperties } from '../table/property.ts'
import { checkProperty } from './check-property.ts'
import { linkReader } from './read-links.ts'

/** As in the regular check: what the function's memory is measured for. */
const atATime = 8

/**
 * API Gateway gives up on an HTTP API's function after 30 s, and a link may take 10 s in each reading: the first
 * ones begin within 9 s of the call, the second ones within 19. What is left over is the next regular check's.
 */
const firstBeginsWithinMs = 9_000
const secondBeginsWithinMs = 19_000

/**
 * Reads all of the manager's active calendars, those that show something new a second time, and tells.
 *
 * @returns how many guests are told at once; the others follow after their delay
 */
export const checkAvailability: Handler<'checkAvailability'> = async ({ claims, now }) => {
  const properties = (await listProperties(managerIdOf(claims))).filter((property) => property.isActive)
  const ids = properties.map((property) => property.id)

  const begunAt = Date.parse(now)

  const first = await checkAll(ids, {
    now,
    roundAt: now,
    manual: false,
    lastStartAt: begunAt + firstBeginsWithinMs,
  })
  // A feed without news needs no second look.
  const undecided = ids.filter((id) => (first.candidates.get(id) ?? 0) > 0)
  const again = new Date(Math.max(Date.now(), Date.parse(now) + 1)).toISOString()
  const second = await checkAll(undecided, {
    now: again,
    roundAt: again,
    manual: true,
    lastStartAt: begunAt + secondBeginsWithinMs,
  })

  const announced = [...first.announced, ...second.announced]
  let notificationsSent = 0
  for (const { propertyId, openingId } of announced) {
    notificationsSent += await tellAtOnce(propertyId, openingId, again)
  }
  publishMetrics()
  return { notificationsSent }
}

/** `lastStartAt`: milliseconds since the epoch after which no further property is begun. */
type Round = { now: string; roundAt: string; manual: boolean; lastStartAt: number }

async function checkAll(propertyIds: readonly string[], { lastStartAt, ...round }: Round) {
  const env = readEnv(CheckNowEnv)
  // A reader of its own for each reading, so that the second one is really fetched again.
  const readLinks = linkReader({ feedHttpHosts: env.FEED_HTTP_HOSTS, isPatient: false })
  const [properties, calendars] = await Promise.all([getProperties(propertyIds), getCalendars(propertyIds)])
  const candidates = new Map<string, number>()
  const announced: { propertyId: string; openingId: string }[] = []
  await eachOf(propertyIds, atATime, async (propertyId) => {
    const property = properties.get(propertyId)
    if (!property?.isActive || Date.now() > lastStartAt) return
    const context = { ...round, machineArn: env.OPENING_MACHINE_ARN, readLinks }
    const { stored, openingIds } = await checkProperty(property, calendars.get(propertyId)!, context)
    candidates.set(propertyId, stored.state.candidates.length)
    announced.push(...openingIds.map((openingId) => ({ propertyId, openingId })))
  })
  return { candidates, announced }
}

/** Tells the guests without delay here, so that they can be counted; the execution finds them told. */
async function tellAtOnce(propertyId: string, openingId: string, now: string): Promise<number> {
  let told = 0
  let cursor: string | undefined
  do {
    const page = await notifyPage({ propertyId, openingId, delaySeconds: 0, cursor }, now)
    told += page.queued
    cursor = page.cursor
  } while (cursor !== undefined)
  return told
}
