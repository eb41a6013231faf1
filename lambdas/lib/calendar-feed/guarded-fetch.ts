/** Fetches an address that a stranger typed: bounded in time and size, and never from a private network. */
import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FailureReason } from '../../../domain/calendar.ts'
import { isPublicAddress } from './addresses.ts'
import { feedAddress, isLocalFeed } from './feed-address.ts'

/** Platforms answer within two seconds; a slow one is tried again at the next check. */
const timeLimitMs = 10_000

/** The largest real feed seen has 60 kB. Counted after decompression. */
const sizeLimit = 5_000_000

/** A regenerated link hops once or twice, through a login host or a CDN. */
const redirectLimit = 5

const redirectStatuses = new Set([301, 302, 303, 307, 308])

export type FetchOptions = {
  etag?: string | undefined
  lastModified?: string | undefined
  /** `host:port` that may be read over http at a private address; empty for none. */
  httpHosts: string
  /** Resolves names; given in tests only. Every address it answers must be public. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>
  timeLimitMs?: number
}

export type Fetched =
  | { kind: 'body'; bytes: Uint8Array; etag: string | undefined; lastModified: string | undefined }
  | { kind: 'not_modified' }
  | { kind: 'failed'; reason: FailureReason; status?: number; retryAfterSeconds?: number }

/** Carries a reason out of callbacks and streams. */
class FetchFault extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason) {
    super(reason)
    this.reason = reason
  }
}

/** Fetches a calendar. Never throws: whatever goes wrong is a reason. */
export async function guardedFetch(url: string, options: FetchOptions): Promise<Fetched> {
  const limit = AbortSignal.timeout(options.timeLimitMs ?? timeLimitMs)
  try {
    return await followRedirects(url, options, limit)
  } catch (error) {
    if (limit.aborted) return { kind: 'failed', reason: 'timeout' }
    return { kind: 'failed', reason: error instanceof FetchFault ? error.reason : 'unreachable' }
  }
}

async function followRedirects(url: string, options: FetchOptions, limit: AbortSignal): Promise<Fetched> {
  let next = url
  for (let hop = 0; hop <= redirectLimit; hop++) {
    const address = feedAddress(next, options.httpHosts)
    if (address === null) return { kind: 'failed', reason: 'refused_address' }
    const response = await send(address, options, limit)
    const location = response.headers.location
    if (!redirectStatuses.has(response.statusCode ?? 0) || location === undefined) {
      return await readResponse(response, limit)
    }
    response.destroy()
    next = URL.parse(location, address)?.href ?? ''
  }
  return { kind: 'failed', reason: 'too_many_redirects' }
}

function send(address: URL, options: FetchOptions, limit: AbortSignal): Promise<IncomingMessage> {
  const isLocal = isLocalFeed(address, options.httpHosts)
  // Names are checked as they are resolved; literal addresses are not resolved, so they are checked here.
  if (!isLocal && isIP(address.hostname.replace(/^\[|\]$/g, '')) && !isPublicAddress(address.hostname)) {
    throw new FetchFault('refused_address')
  }
  const request = address.protocol === 'http:' ? requestHttp : requestHttps
  const settings: RequestOptions = {
    method: 'GET',
    signal: limit,
    agent: false, // a connection of its own: none is kept that was made for another name
    maxHeaderSize: 16_384,
    headers: {
      // Airbnb refuses requests without a User-Agent; hosts can find out from it whom to write to.
      'user-agent': 'VacationRentalWaitlist/1.0 (calendar availability check)',
      accept: 'text/calendar, text/plain;q=0.8, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      ...(options.etag === undefined ? {} : { 'if-none-match': options.etag }),
      ...(options.lastModified === undefined ? {} : { 'if-modified-since': options.lastModified }),
    },
    ...(isLocal ? {} : { lookup: publicLookup(options.lookup ?? resolveAll) }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(address, settings, resolve).on('error', reject).end()
  return promise
}

/**
 * A resolver for one connection. The socket gets the very addresses that were checked, so a name that answers
 * differently a moment later (rebinding) gains nothing; one private address among them refuses the name.
 */
function publicLookup(resolveName: (hostname: string) => Promise<LookupAddress[]>): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveName(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every((one) => isPublicAddress(one.address))) {
          callback(new FetchFault('refused_address'), '')
        } else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>()
  systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  return promise
}

async function readResponse(response: IncomingMessage, limit: AbortSignal): Promise<Fetched> {
  const status = response.statusCode ?? 0
  if (status === 304) {
    response.destroy()
    return { kind: 'not_modified' }
  }
  if (status < 200 || status > 299) {
    response.destroy()
    return { kind: 'failed', ...statusFailure(status), ...retryAfter(response.headers) }
  }
  const bytes = await readBody(response, limit)
  return { kind: 'body', bytes, etag: response.headers.etag, lastModified: response.headers['last-modified'] }
}

/** What a status that is not 2xx means. */
export function statusFailure(status: number): { reason: FailureReason; status: number } {
  if (status === 429) return { reason: 'too_many_requests', status }
  return { reason: status === 404 || status === 410 ? 'gone' : 'http_status', status }
}

async function readBody(response: IncomingMessage, limit: AbortSignal): Promise<Uint8Array> {
  const body = decompressed(response)
  const stop = () => body.destroy(new FetchFault('timeout'))
  limit.addEventListener('abort', stop, { once: true })
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop destroys the stream, so a bomb is not decompressed any further.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > sizeLimit) throw new FetchFault('too_large')
      chunks.push(chunk)
    }
    if (!response.complete) throw new FetchFault('truncated')
  } finally {
    limit.removeEventListener('abort', stop)
    response.destroy()
  }
  return Buffer.concat(chunks)
}

function decompressed(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }
  const decoder = decoders[encoding]?.()
  if (!decoder) throw new FetchFault('not_a_calendar')
  pipeline(response, decoder, () => undefined) // errors reach the reader of the decoder
  return decoder
}

function retryAfter(headers: IncomingHttpHeaders): { retryAfterSeconds?: number } {
  const value = headers['retry-after']
  if (value === undefined) return {}
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: Math.ceil(seconds) } : {}
}
