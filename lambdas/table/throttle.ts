import { changeItem } from './client.ts'
import { addressHash, throttleKey } from './keys.ts'
import { secondsAfter } from './property.ts'

export type Throttle = {
  /** What is counted. */
  what: string
  /** Who is counted: an address of either kind, of which only the hash is stored. */
  who: string
  limit: number
  windowSeconds: number
}

/** Counts one attempt in its window of time. False when the window's share is used up. */
export async function takeTurn(throttle: Throttle, now: string): Promise<boolean> {
  const { what, who, limit, windowSeconds } = throttle
  const windowMs = windowSeconds * 1000
  const start = new Date(Math.floor(Date.parse(now) / windowMs) * windowMs).toISOString()
  const counted = await changeItem(throttleKey(what, addressHash(who), start), {
    add: { attempts: 1 },
    set: { ttl: secondsAfter(start, 2 * windowSeconds) },
    when: 'attribute_not_exists(#attempts) OR #attempts < :limit',
    values: { limit },
  })
  return counted !== undefined
}
