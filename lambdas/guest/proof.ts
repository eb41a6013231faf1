import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import type { Handler } from '../lib/http.ts'
import { enqueueCode } from '../lib/mail-queue.ts'
import { addressOfToken, saveCode, saveGuestToken, tryCode } from '../table/code.ts'
import { listEntriesOfAddress } from '../table/entry.ts'
import { addressHash } from '../table/keys.ts'
import { takeTurn } from '../table/throttle.ts'
import { toGuestEntries } from './guest-entry.ts'

/** Decision D5: a code is good for 10 minutes. */
const codeMs = 10 * 60 * 1000
/** A token lasts a long day of planning and no longer: it lies in the browser's session storage. */
const tokenMs = 12 * 60 * 60 * 1000

const hourSeconds = 60 * 60
/** Somebody whose mail is slow asks again once or twice. */
const codesPerAddress = 5
/** A household or an office behind one address of the network. */
const codesPerNetworkAddress = 30
/** Each code stands 5 tries by itself; this stops trying many addresses from one place. */
const triesPerNetworkAddress = 100
/** One page of cards; nobody reads on beyond it. */
const mostListed = 200

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const codeHash = (email: string, code: string) => sha256(`${addressHash(email)}.${code}`)

async function throttle(what: string, who: string, limit: number, now: string): Promise<void> {
  const mayGoOn = await takeTurn({ what, who, limit, windowSeconds: hourSeconds }, now)
  if (!mayGoOn) throw new Problem('too_many_requests')
}

/**
 * Sends a code. Nothing here looks whether the address is known, so neither the answer nor the time it takes can
 * tell; the mail's sender looks, and sends none to a stranger.
 */
export const requestEmailCode: Handler<'requestEmailCode'> = async ({ body, sourceIp, requestId, now }) => {
  const { email } = body
  await throttle('code-ip', sourceIp, codesPerNetworkAddress, now)
  await throttle('code', email, codesPerAddress, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(Date.parse(now) + codeMs).toISOString()
  await saveCode(email, { hash: codeHash(email, code), expiresAt })
  await enqueueCode({ email, code, requestId })
  return {}
}

export const confirmEmailCode: Handler<'confirmEmailCode'> = async ({ body, sourceIp, now }) => {
  const { email, code } = body
  await throttle('code-try', sourceIp, triesPerNetworkAddress, now)
  const outcome = await tryCode(email, codeHash(email, code), now)
  if (outcome !== 'right') throw new Problem(outcome === 'wrong' ? 'code_wrong' : 'code_expired')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.parse(now) + tokenMs).toISOString()
  await saveGuestToken(sha256(token), { email, expiresAt })
  return { token, expiresAt }
}

export const listMyEntries: Handler<'listMyEntries'> = async ({ headers, query, now }) => {
  const token = headers['x-guest-token']
  const email = token && (await addressOfToken(sha256(token), now))
  if (!email) throw new Problem('guest_token_invalid')
  const rows = await listEntriesOfAddress(addressHash(email))
  const asked = rows.filter((row) => query.managerId === undefined || row.managerId === query.managerId)
  return { email, entries: await toGuestEntries(asked.slice(0, mostListed), now) }
}
