/** Reads a property's links, each address once per batch however many properties share it. */
import type { CalendarState, LinkState } from '../../domain/calendar.ts'
import type { LinkReading, Reading } from '../../domain/reading.ts'
import { linkKey, readFeed } from '../lib/calendar-feed/read-feed.ts'
import type { PropertyRow } from '../table/property.ts'

/**
 * The readings of one property's links, by `linkKey`; undefined when there is nothing to take in because the
 * only links that have news are left alone until their back-off ends.
 */
export type LinkReader = (
  property: PropertyRow,
  state: CalendarState,
  now: string,
) => Promise<{ reading: Reading; leftAlone: ReadonlySet<string> } | undefined>

/**
 * A reader for one batch. Two properties share a fetch when they would ask the same: same link, same accepted
 * content, same time zone.
 *
 * @param isPatient leave links alone until their back-off ends; a manager who watches does not wait
 */
export function linkReader(options: { feedHttpHosts: string; isPatient: boolean }): LinkReader {
  const fetches = new Map<string, Promise<LinkReading>>()

  const read = (url: string, known: LinkState | undefined, timezone: string, now: string) => {
    const key = JSON.stringify([url, known?.hash, known?.etag, known?.lastModified, timezone])
    const fetch =
      fetches.get(key) ?? readFeed(url, known ?? {}, { timezone, now, allowHttpHosts: options.feedHttpHosts })
    fetches.set(key, fetch)
    return fetch
  }

  return async (property, state, now) => {
    const links = new Map(state.links.map((link) => [link.key, link]))
    const reading: Reading = {}
    const leftAlone = new Set<string>()
    await Promise.all(
      property.icalUrls.map(async (url) => {
        const key = linkKey(url)
        const known = links.get(key)
        if (options.isPatient && known?.nextTryAt !== undefined && known.nextTryAt > now) {
          leftAlone.add(key)
          reading[key] = { kind: 'failed', reason: known.failure ?? 'unreachable' }
        } else {
          reading[key] = await read(url, known, property.timezone, now)
        }
      }),
    )
    const hasNews = Object.values(reading).some((one) => one.kind === 'nights')
    const isQuiet = leftAlone.size > 0 && !hasNews
    return isQuiet ? undefined : { reading, leftAlone }
  }
}
