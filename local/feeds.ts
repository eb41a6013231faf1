import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import type { Clock, ServiceResponse } from './service.ts'

/** How a feed misbehaves: another status or body, or a slow answer (real milliseconds). */
export type FeedFault = {
  status?: number | undefined
  body?: string | undefined
  delayMs?: number | undefined
}

export type Feed = { name: string; body: string; modifiedAt: string; fault?: FeedFault }

/** The calendars of booking platforms, played by this machine: each has an address that functions read. */
export type Feeds = {
  put(name: string, body: string): Feed
  get(name: string): Feed | undefined
  list(): Feed[]
  remove(name: string): void
  setFault(name: string, fault: FeedFault | undefined): void
  /** Answers a reader as a platform would, conditional requests and faults included. */
  serve(name: string, headers: Record<string, string>): Promise<ServiceResponse>
}

export function createFeeds(database: Database, clock: Clock): Feeds {
  database.exec(
    'CREATE TABLE IF NOT EXISTS feeds (name TEXT PRIMARY KEY, body TEXT NOT NULL, modified_at INTEGER NOT NULL, fault TEXT)',
  )
  const get = (name: string): Feed | undefined => {
    const row = database.prepare('SELECT * FROM feeds WHERE name = ?').get(name)
    return row && toFeed(row)
  }

  return {
    get,
    put(name, body) {
      database
        .prepare(
          `INSERT INTO feeds (name, body, modified_at) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET body = excluded.body, modified_at = excluded.modified_at`,
        )
        .run(name, body, clock.now())
      return get(name)!
    },
    list: () => database.prepare('SELECT * FROM feeds ORDER BY name').all().map(toFeed),
    remove: (name) => void database.prepare('DELETE FROM feeds WHERE name = ?').run(name),
    setFault(name, fault) {
      database
        .prepare('UPDATE feeds SET fault = ? WHERE name = ?')
        .run(fault ? JSON.stringify(fault) : null, name)
    },
    async serve(name, headers) {
      const feed = get(name)
      if (!feed) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'No such calendar\n' }
      const { status, body, delayMs } = feed.fault ?? {}
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (status !== undefined || body !== undefined) {
        return { status: status ?? 200, headers: { 'content-type': 'text/calendar' }, body: body ?? '' }
      }
      const etag = `"${createHash('sha256').update(feed.body).digest('hex').slice(0, 32)}"`
      const lastModified = new Date(feed.modifiedAt).toUTCString()
      const validators = { etag, 'last-modified': lastModified }
      const unchanged = headers['if-none-match']
        ? headers['if-none-match'].split(/\s*,\s*/).includes(etag)
        : headers['if-modified-since'] === lastModified
      if (unchanged) return { status: 304, headers: validators, body: '' }
      return {
        status: 200,
        headers: { ...validators, 'content-type': 'text/calendar; charset=utf-8' },
        body: feed.body,
      }
    },
  }
}

function toFeed(row: Record<string, unknown>): Feed {
  return {
    name: String(row['name']),
    body: String(row['body']),
    modifiedAt: new Date(Number(row['modified_at'])).toISOString(),
    ...(row['fault'] !== null && { fault: JSON.parse(String(row['fault'])) as FeedFault }),
  }
}
