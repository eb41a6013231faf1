import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../service.ts'
import { sameText } from '../sigv4.ts'
import { CognitoFault } from './fault.ts'
import type { User } from './users.ts'

export type Purpose = 'sign-up' | 'reset' | 'attribute'

export type Codes = {
  /** A new 6-digit code; the one before it for the same purpose is void. */
  issue(user: User, purpose: Purpose): string
  /** Accepts the right code, once. Throws otherwise. */
  redeem(user: User, purpose: Purpose, code: string): void
  forget(user: User): void
}

const hour = 3600_000

/** How long Cognito's codes last, in milliseconds. */
const lifetime: Record<Purpose, number> = { 'sign-up': 24 * hour, reset: hour, attribute: 24 * hour }

/** Five guesses at a million codes. */
const maxTries = 5

export const createCodes = (store: DatabaseSync, clock: Clock): Codes => {
  store.exec(
    `CREATE TABLE IF NOT EXISTS cognito_codes (
      sub TEXT, purpose TEXT, code TEXT NOT NULL, expires_at INTEGER NOT NULL, tries INTEGER NOT NULL,
      PRIMARY KEY (sub, purpose))`,
  )
  const put = store.prepare('INSERT OR REPLACE INTO cognito_codes VALUES (?, ?, ?, ?, 0)')
  const get = store.prepare('SELECT * FROM cognito_codes WHERE sub = ? AND purpose = ?')
  const countTry = store.prepare('UPDATE cognito_codes SET tries = tries + 1 WHERE sub = ? AND purpose = ?')
  const remove = store.prepare('DELETE FROM cognito_codes WHERE sub = ? AND purpose = ?')
  const removeAll = store.prepare('DELETE FROM cognito_codes WHERE sub = ?')
  return {
    issue: ({ sub }, purpose) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      put.run(sub, purpose, code, clock.now() + lifetime[purpose])
      return code
    },
    redeem: ({ sub }, purpose, code) => {
      const row = get.get(sub, purpose)
      if (!row || Number(row['expires_at']) <= clock.now()) throw expiredCode()
      if (Number(row['tries']) >= maxTries) {
        throw new CognitoFault(
          'LimitExceededException',
          'Attempt limit exceeded, please try after some time.',
        )
      }
      if (!sameText(String(row['code']), code)) {
        countTry.run(sub, purpose)
        throw wrongCode()
      }
      remove.run(sub, purpose)
    },
    forget: ({ sub }) => void removeAll.run(sub),
  }
}

export const expiredCode = (): CognitoFault =>
  new CognitoFault('ExpiredCodeException', 'Invalid code provided, please request a code again.')

export const wrongCode = (): CognitoFault =>
  new CognitoFault('CodeMismatchException', 'Invalid verification code provided, please try again.')
