/** One link, read: fetched with care, compared with what was accepted, and turned into nights. */
import { addMonths, addNights } from '../../../domain/nights.ts'
import type { LinkReading } from '../../../domain/reading.ts'
import { dateAt } from '../../../domain/stay.ts'
import { feedAddress } from './feed-address.ts'
import { feedHash } from './feed-hash.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { FetchOptions } from './guarded-fetch.ts'
import { openCalendarReader } from './killable.ts'
import type { CalendarReader } from './killable.ts'
import { takeTurns } from './take-turns.ts'

export { linkKey } from './feed-address.ts'

/** What is remembered of the content accepted last; all absent for a link that was never read. */
export type Known = {
  hash?: string | undefined
  etag?: string | undefined
  lastModified?: string | undefined
}

export type ReadOptions = {
  /** The property's IANA timezone. */
  timezone: string
  /** Instant of the check. */
  now: string
  /** Comma-separated `host:port` that may be read over http at a private address; absent or empty for none. */
  allowHttpHosts?: string
  /** Given in tests only. */
  lookup?: FetchOptions['lookup']
}

/** D2 caps the horizon at 24 months; one more lets an unchanged feed age before it must be read again. */
const monthsRead = 25

const turns = takeTurns()
const calendars = openCalendarReader()

/** Fetches and reads one link. Never throws for anything that the link or its host does. */
export async function readFeed(url: string, known: Known, options: ReadOptions): Promise<LinkReading> {
  const httpHosts = options.allowHttpHosts ?? ''
  const host = feedAddress(url, httpHosts)?.host ?? ''
  // Without a hash there is nothing that "not modified" could refer to.
  const validators = known.hash ? { etag: known.etag, lastModified: known.lastModified } : {}
  const lookup = options.lookup ? { lookup: options.lookup } : {}
  const fetched = await turns(host, () => guardedFetch(url, { ...validators, ...lookup, httpHosts }))
  if (fetched.kind === 'failed') return fetched
  if (fetched.kind === 'not_modified') {
    return known.hash ? { kind: 'unchanged' } : { kind: 'failed', reason: 'http_status', status: 304 }
  }
  const reading = await readBody(fetched.bytes, known.hash, options, calendars)
  if (reading.kind !== 'nights') return reading
  return {
    ...reading,
    ...(fetched.etag === undefined ? {} : { etag: fetched.etag }),
    ...(fetched.lastModified === undefined ? {} : { lastModified: fetched.lastModified }),
  }
}

/** Reads the body of a good answer: unchanged when its hash is the accepted one's. */
export async function readBody(
  bytes: Uint8Array,
  knownHash: string | undefined,
  { timezone, now }: Pick<ReadOptions, 'timezone' | 'now'>,
  reader: CalendarReader,
): Promise<LinkReading> {
  const hash = feedHash(bytes, timezone)
  if (hash === knownHash) return { kind: 'unchanged' }
  const today = dateAt(now, timezone)
  // Yesterday's night is read too: a stay that began then is seen whole by the rules on sliding edges.
  const window = { from: addNights(today, -1), to: addMonths(today, monthsRead) }
  const answer = await reader.read(bytes, { timezone, window })
  return answer.ok ? { kind: 'nights', hash, ...answer.content } : { kind: 'failed', reason: answer.reason }
}
