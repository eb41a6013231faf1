/** The address of a calendar link as typed, and as it is fetched. */
import { createHash } from 'node:crypto'

/** Ports below this belong to services that no calendar is served from, but for HTTPS itself. */
const firstFreePort = 1024

/**
 * The short key under which a link's state is kept. The address is a secret (whoever has it reads the calendar),
 * so it is not repeated in other items or in logs.
 */
export function linkKey(url: string): string {
  return createHash('sha256').update(withoutWebcal(url)).digest('base64url').slice(0, 22)
}

/**
 * The address to fetch, or null when it may not be fetched: https only, `webcal:` read as https, and plain http
 * only to `httpHosts` (comma-separated `host:port` of the local calendars; empty for none).
 */
export function feedAddress(url: string, httpHosts: string): URL | null {
  const address = URL.parse(withoutWebcal(url))
  if (address === null || address.hostname === '') return null
  if (isLocalFeed(address, httpHosts)) return address
  const port = address.port === '' ? 443 : Number(address.port)
  return address.protocol === 'https:' && (port === 443 || port >= firstFreePort) ? address : null
}

/** Whether this is the one host that may be read without TLS and at a private address. */
export function isLocalFeed(address: URL, httpHosts: string): boolean {
  return address.protocol === 'http:' && httpHosts.split(',').includes(address.host)
}

function withoutWebcal(url: string): string {
  return url.trim().replace(/^webcals?:/i, 'https:')
}
