import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../service.ts'
import { CognitoFault } from './fault.ts'
import type { ClientSettings } from './settings.ts'
import type { User } from './users.ts'

export type AuthenticationResult = {
  AccessToken: string
  IdToken: string
  RefreshToken?: string
  TokenType: 'Bearer'
  ExpiresIn: number
}

/** A sign-in: all tokens that came of it share its id and end with it. */
type SignIn = { id: string; sub: string; clientId: string; signedInAt: number }

export type Tokens = {
  jwks: object
  /** The tokens of a new sign-in. */
  issue(user: User, client: ClientSettings): AuthenticationResult
  /** Whose sign-in a refresh token continues. Throws for one that is revoked, foreign or too old. */
  readRefreshToken(token: string, client: ClientSettings): SignIn
  refresh(signIn: SignIn, user: User, client: ClientSettings): AuthenticationResult
  /** The user's `sub`. Throws for a token that is forged, too old or revoked. */
  readAccessToken(token: string): string
  revoke(refreshToken: string): void
  revokeAll(user: User): void
}

export const createTokens = (store: DatabaseSync, clock: Clock, issuer: string): Tokens => {
  store.exec(
    `CREATE TABLE IF NOT EXISTS cognito_keys (pem TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS cognito_sign_ins (
      refresh_token TEXT PRIMARY KEY, id TEXT NOT NULL, sub TEXT NOT NULL, client_id TEXT NOT NULL,
      signed_in_at INTEGER NOT NULL, expires_at INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS cognito_sign_ins_by_id ON cognito_sign_ins (id);`,
  )
  const privateKey = createPrivateKey(readKey(store))
  const publicKey = createPublicKey(privateKey)
  const jwk = publicKey.export({ format: 'jwk' })
  const kid = sha256(JSON.stringify(jwk))
  const seconds = () => Math.floor(clock.now() / 1000)

  const jwt = (claims: object): string => {
    const text = [{ kid, alg: 'RS256' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signature = sign('RSA-SHA256', Buffer.from(text.join('.')), privateKey).toString('base64url')
    return [...text, signature].join('.')
  }

  const mint = (user: User, client: ClientSettings, signIn: SignIn): AuthenticationResult => {
    const now = seconds()
    const common = {
      sub: user.sub,
      iss: issuer,
      origin_jti: signIn.id,
      event_id: randomUUID(),
      auth_time: signIn.signedInAt,
      iat: now,
    }
    const access = { client_id: client.id, scope: 'aws.cognito.signin.user.admin', username: user.sub }
    const identity = {
      ...user.attributes,
      email_verified: user.attributes['email_verified'] === 'true',
      'cognito:username': user.sub,
      aud: client.id,
    }
    const token = (use: string, lifetime: number, claims: object) =>
      jwt({ ...common, ...claims, token_use: use, exp: now + lifetime, jti: randomUUID() })
    return {
      AccessToken: token('access', client.accessTokenSeconds, access),
      IdToken: token('id', client.idTokenSeconds, identity),
      TokenType: 'Bearer',
      ExpiresIn: client.accessTokenSeconds,
    }
  }

  const insert = store.prepare('INSERT INTO cognito_sign_ins VALUES (?, ?, ?, ?, ?, ?)')
  const byToken = store.prepare('SELECT * FROM cognito_sign_ins WHERE refresh_token = ?')
  const byId = store.prepare('SELECT 1 FROM cognito_sign_ins WHERE id = ?')
  const removeToken = store.prepare('DELETE FROM cognito_sign_ins WHERE refresh_token = ?')
  const removeOfUser = store.prepare('DELETE FROM cognito_sign_ins WHERE sub = ?')
  const removeOld = store.prepare('DELETE FROM cognito_sign_ins WHERE expires_at <= ?')

  return {
    jwks: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    issue: (user, client) => {
      const signIn = { id: randomUUID(), sub: user.sub, clientId: client.id, signedInAt: seconds() }
      const refreshToken = randomBytes(48).toString('base64url')
      const expiresAt = signIn.signedInAt + client.refreshTokenSeconds
      removeOld.run(signIn.signedInAt)
      // Only the hash is kept: who reads the database cannot sign in with it.
      insert.run(sha256(refreshToken), signIn.id, user.sub, client.id, signIn.signedInAt, expiresAt)
      return { ...mint(user, client, signIn), RefreshToken: refreshToken }
    },
    readRefreshToken: (token, client) => {
      const row = byToken.get(sha256(token))
      if (!row) throw new CognitoFault('NotAuthorizedException', 'Refresh Token has been revoked')
      if (Number(row['expires_at']) <= seconds()) {
        throw new CognitoFault('NotAuthorizedException', 'Refresh Token has expired')
      }
      if (row['client_id'] !== client.id) {
        throw new CognitoFault('NotAuthorizedException', 'Invalid Refresh Token')
      }
      const { id, sub, signed_in_at: signedInAt } = row
      return { id: String(id), sub: String(sub), clientId: client.id, signedInAt: Number(signedInAt) }
    },
    refresh: (signIn, user, client) => mint(user, client, signIn),
    readAccessToken: (token) => {
      const claims = readClaims(token)
      if (!claims) throw new CognitoFault('NotAuthorizedException', 'Invalid Access Token')
      if (claims.exp <= seconds())
        throw new CognitoFault('NotAuthorizedException', 'Access Token has expired')
      if (!byId.get(claims.origin_jti)) {
        throw new CognitoFault('NotAuthorizedException', 'Access Token has been revoked')
      }
      return claims.sub
    },
    revoke: (refreshToken) => void removeToken.run(sha256(refreshToken)),
    revokeAll: (user) => void removeOfUser.run(user.sub),
  }

  function readClaims(token: string): { sub: string; exp: number; origin_jti: string } | undefined {
    const [header = '', body = '', signature = ''] = token.split('.')
    const signed = Buffer.from(`${header}.${body}`)
    if (!verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))) return undefined
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    return claims.token_use === 'access' ? claims : undefined
  }
}

/** The pool's signing key, made at the first start and kept: tokens stay good over a restart. */
const readKey = (store: DatabaseSync): string => {
  const row = store.prepare('SELECT pem FROM cognito_keys').get()
  if (row) return String(row['pem'])
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  store.prepare('INSERT INTO cognito_keys VALUES (?)').run(pem)
  return String(pem)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
