/** Mails a manager what concerns them, each occasion once. */
import { renderManagerMail } from '../../domain/manager-message.ts'
import type { ManagerNews } from '../../domain/manager-message.ts'
import { spellDate, spellStay } from '../../domain/spelled-dates.ts'
import { dateAt } from '../../domain/stay.ts'
import type { ManagerJob } from '../../events/mail.ts'
import { readEnv, SendMailEnv } from '../lib/env.ts'
import { sendMail } from '../lib/mail.ts'
import { faultOf } from '../manager/calendar-health.ts'
import { getCalendar } from '../table/calendar.ts'
import { listEntries } from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { keyToTag, occasionKey } from '../table/keys.ts'
import { getManager } from '../table/manager.ts'
import type { ManagerRow } from '../table/manager.ts'
import { getProperties, getProperty, listProperties } from '../table/property.ts'
import { getSettings } from '../table/settings.ts'
import { suppressionOf } from '../table/suppression.ts'
import { sendOnce } from './send-once.ts'

/** Longer than any occasion can come again. */
const keptSeconds = 90 * 86_400

/** As many as a mail can show; the page shows the rest. */
const mostRequests = 50

/** Sends the mail of an occasion once, unless it is not true any more. */
export async function sendManagerMail(job: ManagerJob): Promise<void> {
  const manager = await getManager(job.managerId)
  if (!manager || (await suppressionOf(manager.email))) return
  const news = await newsOf(job, manager)
  if (!news) return

  const key = occasionKey(manager.id, job.occasionId)
  const ttl = Math.floor(Date.now() / 1000) + keptSeconds
  const { APP_URL } = readEnv(SendMailEnv)
  await sendOnce(
    key,
    job,
    () => sendMail({ ...renderManagerMail(news, APP_URL), to: manager.email, tag: keyToTag(key) }),
    { ttl },
  )
}

/** What there is to say; undefined when it is settled by now. */
async function newsOf(job: ManagerJob, manager: ManagerRow): Promise<ManagerNews | undefined> {
  const { about, propertyId } = job
  switch (about) {
    case 'new_requests':
      return newRequests(manager, job.occasionId)
    case 'trial_ending':
      if (manager.subscribed) return undefined
      return { about, endsOn: spellDate(manager.trialEndsAt.slice(0, 10)) }
    case 'trial_ended': {
      if (manager.subscribed) return undefined
      const properties = await listProperties(manager.id)
      return { about, isPaused: properties.some((property) => !property.isActive) }
    }
    case 'held_drop':
    case 'failing_calendar': {
      const property = propertyId === undefined ? undefined : await getProperty(propertyId)
      if (!property) return undefined
      const { state } = await getCalendar(property.id)
      if (about === 'held_drop') {
        const hold = state.holds.find((one) => one.id === job.occasionId)
        return hold && { about, propertyName: property.name, isEmpty: hold.link !== undefined }
      }
      const failing = state.links.find((link) => link.failure !== undefined)
      return failing ? { about, propertyName: property.name, fault: faultOf(failing) ?? '' } : undefined
    }
  }
}

/** One digest spans a quarter of an hour: a manager hears of new requests no more often. */
const digestMs = 15 * 60_000

/** The requests of the quarter of an hour that ends at `until`, which names the occasion. */
async function newRequests(manager: ManagerRow, until: string): Promise<ManagerNews | undefined> {
  const settings = await getSettings(manager.id)
  if (!settings?.notifyOnNewWaitlist) return undefined
  const since = new Date(Date.parse(until) - digestMs).toISOString()
  const { rows } = await listEntries(manager.id, { limit: mostRequests })
  const fresh = rows.filter((entry) => entry.createdAt >= since && entry.createdAt < until)
  if (fresh.length === 0) return undefined
  const properties = await getProperties(fresh.map((entry) => entry.propertyId))
  return {
    about: 'new_requests',
    requests: fresh.map((entry) => {
      const property = properties.get(entry.propertyId)
      return {
        guestName: entry.guestName,
        propertyName: property?.name ?? 'Unknown Property',
        dates: datesOf(entry, property?.timezone ?? 'UTC'),
      }
    }),
  }
}

function datesOf(entry: EntryRow, timezone: string): string {
  const { checkInDate: from, checkOutDate: to } = entry
  if (!from || !to) return 'Flexible dates'
  return spellStay({ from, to }, dateAt(new Date().toISOString(), timezone))
}
