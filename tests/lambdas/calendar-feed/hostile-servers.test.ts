/** The guarded fetch against servers that mean harm, on loopback. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { guardedFetch } from '../../../lambdas/lib/calendar-feed/guarded-fetch.ts'
import { readFeed } from '../../../lambdas/lib/calendar-feed/read-feed.ts'
import { takeTurns } from '../../../lambdas/lib/calendar-feed/take-turns.ts'
import { calendar, stay } from './given-feed.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server on loopback; `host` is the one that the fetch is allowed to read over http. */
async function serve(handler: Handler): Promise<{ host: string; url: string }> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/feed.ics` }
}

const feed = calendar(stay('20260701', '20260703', 'DTSTAMP:20260601T000000Z'))
const question = { timezone: 'Europe/Berlin', now: '2026-06-01T08:00:00.000Z' }

describe('a server that answers', () => {
  test('is told who asks, and what was accepted last', async () => {
    const seen: IncomingMessage['headers'][] = []
    const { host, url } = await serve((request, response) => {
      seen.push(request.headers)
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT' }).end(feed)
    })
    const first = await guardedFetch(url, { httpHosts: host })
    expect(first).toMatchObject({ kind: 'body', etag: '"v1"', lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT' })
    await guardedFetch(url, { httpHosts: host, etag: '"v1"', lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT' })
    expect(seen[0]?.['user-agent']).toContain('Waitlist')
    expect(seen[0]).not.toHaveProperty('if-none-match')
    expect(seen[1]).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Mon, 01 Jun 2026 00:00:00 GMT',
    })
  })

  test.each([
    ['gzip', gzipSync(feed)],
    ['deflate', deflateSync(feed)],
    ['br', brotliCompressSync(feed)],
    ['identity', Buffer.from(feed)],
  ])('in %s is understood', async (encoding, body) => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body)
    })
    const fetched = await guardedFetch(url, { httpHosts: host })
    expect(fetched.kind === 'body' && Buffer.from(fetched.bytes).toString()).toBe(feed)
  })

  test('in an encoding that nobody asked for is no calendar', async () => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(feed)))
    })
    expect(await guardedFetch(url, { httpHosts: host })).toEqual({ kind: 'failed', reason: 'not_a_calendar' })
  })

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [403, 'http_status'],
    [500, 'http_status'],
    [429, 'too_many_requests'],
  ])('%i is a failure: %s', async (status, reason) => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(status, { 'retry-after': '120' }).end(feed)
    })
    expect(await guardedFetch(url, { httpHosts: host })).toEqual({
      kind: 'failed',
      reason,
      status,
      retryAfterSeconds: 120,
    })
  })

  test('Retry-After may be a date', async () => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }).end()
    })
    const fetched = await guardedFetch(url, { httpHosts: host })
    expect(fetched.kind === 'failed' && fetched.retryAfterSeconds).toBeGreaterThan(3_500)
  })
})

describe('a server that means harm', () => {
  test('with a bomb of a gigabyte costs neither memory nor patience', async () => {
    let sent = 0
    const { host, url } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const zeros = Buffer.alloc(1 << 20)
      const gzip = createGzip()
      gzip.pipe(response)
      const write = () => {
        while (sent < 1024 && !response.destroyed) {
          sent++
          if (!gzip.write(zeros)) return void gzip.once('drain', write)
        }
        gzip.end()
      }
      response.on('close', () => gzip.destroy())
      write()
    })
    const before = process.memoryUsage().rss
    expect(await guardedFetch(url, { httpHosts: host })).toEqual({ kind: 'failed', reason: 'too_large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    expect(sent).toBeLessThan(1024)
  })

  test('without an end is cut at five megabytes', async () => {
    const { host, url } = await serve((_, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write('X'.repeat(65_536)));
        response.once('drain', send)
      }
      send()
    })
    expect(await guardedFetch(url, { httpHosts: host })).toEqual({ kind: 'failed', reason: 'too_large' })
  })

  test.each<[string, Handler]>([
    ['never answers', () => undefined],
    ['sends a byte now and then', (_, response) => drip(response)],
    ['stops in the middle', (_, response) => void response.write(feed.slice(0, 40))],
  ])('that %s is given up', async (_, handler) => {
    const { host, url } = await serve(handler)
    const options = { httpHosts: host, timeLimitMs: 150 }
    expect(await guardedFetch(url, options)).toEqual({ kind: 'failed', reason: 'timeout' })
  })

  test('that breaks off early is not believed, even after a whole calendar', async () => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 10_000 })
      response.write(feed, () => response.destroy())
    })
    expect(await guardedFetch(url, { httpHosts: host })).toMatchObject({ kind: 'failed' })
  })

  test('with broken compression is a failure', async () => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(feed).subarray(0, 60))
    })
    expect(await guardedFetch(url, { httpHosts: host })).toMatchObject({ kind: 'failed' })
  })

  test('with endless headers is a failure', async () => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(200, { 'x-long': 'a'.repeat(60_000) }).end(feed)
    })
    expect(await guardedFetch(url, { httpHosts: host })).toMatchObject({ kind: 'failed' })
  })

  function drip(response: ServerResponse): void {
    const timer = setInterval(() => response.write('B'), 20)
    response.on('close', () => clearInterval(timer))
  }
})

describe('redirects', () => {
  test('are followed five times', async () => {
    const { host, url } = await serve((request, response) => {
      const hop = Number(new URL(request.url ?? '', 'http://x').searchParams.get('hop') ?? 0)
      if (hop === 5) return void response.end(feed)
      response.writeHead(302, { location: `/feed.ics?hop=${hop + 1}` }).end()
    })
    expect(await guardedFetch(url, { httpHosts: host })).toMatchObject({ kind: 'body' })
    expect(await guardedFetch(`${url}?hop=-1`, { httpHosts: host })).toEqual({
      kind: 'failed',
      reason: 'too_many_redirects',
    })
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'http://127.0.0.1:1/',
    'https://localhost/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
  ])('to %s are not followed', async (location) => {
    const { host, url } = await serve((_, response) => void response.writeHead(301, { location }).end())
    expect(await guardedFetch(url, { httpHosts: host })).toEqual({
      kind: 'failed',
      reason: 'refused_address',
    })
  })

  test('without a place to go are a failure', async () => {
    const { host, url } = await serve((_, response) => void response.writeHead(302).end())
    expect(await guardedFetch(url, { httpHosts: host })).toMatchObject({ kind: 'failed', status: 302 })
  })
})

describe('names', () => {
  const fetchName = (addresses: string[]) =>
    guardedFetch('https://calendar.example/feed.ics', {
      httpHosts: '',
      lookup: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  test.each([[['127.0.0.1']], [['::1']], [['10.0.0.1']], [['93.184.216.34', '169.254.169.254']], [[]]])(
    'that resolve to %j are refused',
    async (addresses) => {
      expect(await fetchName(addresses)).toEqual({ kind: 'failed', reason: 'refused_address' })
    },
  )

  test('are resolved once: what was checked is what is connected to', async () => {
    let asked = 0
    const fetched = await guardedFetch('https://rebinding.example/feed.ics', {
      httpHosts: '',
      timeLimitMs: 100,
      // Public by the first answer; were the name asked again, it would point home.
      lookup: async () => [{ address: asked++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }],
    })
    expect(fetched.kind).toBe('failed')
    expect(asked).toBe(1)
  })

  test('that nobody knows are unreachable', async () => {
    const fetched = await guardedFetch('https://nowhere.invalid/feed.ics', { httpHosts: '' })
    expect(fetched).toEqual({ kind: 'failed', reason: 'unreachable' })
  })
})

describe('a feed that is read', () => {
  test('is nights first, then unchanged by hash although its DTSTAMP moves, then unchanged by 304', async () => {
    let round = 0
    const { host, url } = await serve((request, response) => {
      round++
      if (request.headers['if-none-match'] === '"2"') return void response.writeHead(304).end()
      response
        .writeHead(200, { etag: `"${round}"` })
        .end(feed.replace('20260601T000000Z', `2026060${round}T000000Z`))
    })
    const options = { ...question, allowHttpHosts: host }
    const first = await readFeed(url, {}, options)
    expect(first).toMatchObject({
      kind: 'nights',
      blocked: [{ from: '2026-07-01', to: '2026-07-03' }],
      etag: '"1"',
    })
    const hash = first.kind === 'nights' ? first.hash : ''
    expect(await readFeed(url, { hash, etag: '"1"' }, options)).toEqual({ kind: 'unchanged' })
    expect(await readFeed(url, { hash, etag: '"2"' }, options)).toEqual({ kind: 'unchanged' })
    expect(round).toBe(3)
  })

  test('is read again when the property moves to another timezone', async () => {
    const { host, url } = await serve((_, response) => void response.end(feed))
    const first = await readFeed(url, {}, { ...question, allowHttpHosts: host })
    const hash = first.kind === 'nights' ? first.hash : ''
    const moved = await readFeed(url, { hash }, { ...question, timezone: 'Asia/Tokyo', allowHttpHosts: host })
    expect(moved.kind).toBe('nights')
  })

  test.each([
    ['an empty body', '', 'empty'],
    ['an error in JSON', '{"code":500}', 'not_a_calendar'],
    ['half a calendar', feed.slice(0, 90), 'truncated'],
  ])('as %s is a failed reading', async (_, body, reason) => {
    const { host, url } = await serve((_request, response) => void response.end(body))
    expect(await readFeed(url, {}, { ...question, allowHttpHosts: host })).toEqual({ kind: 'failed', reason })
  })

  test('of a host is asked for two at a time', async () => {
    let open = 0
    let most = 0
    const turns = takeTurns()
    const work = async () => {
      most = Math.max(most, ++open)
      await new Promise(setImmediate)
      open--
    }
    await Promise.all(Array.from({ length: 9 }, () => turns('a.example', work)))
    expect(most).toBe(2)
    await expect(turns('a.example', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    await turns('a.example', work)
  })
})
