import { createPublicKey, verify } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import type { JwtAuthorizer } from '../assembly/model.ts'
import type { Clock } from '../service.ts'

export type Claims = Record<string, unknown>

export type KeySource = (issuer: string) => Promise<{ kid: string; [part: string]: unknown }[]>

/**
 * Checks tokens as API Gateway's JWT authorizer does: RS256 signature by a key of the issuer, issuer,
 * audience (`aud`, or `client_id` in an access token), and times on the product's clock.
 */
export function createJwtCheck(keysOf: KeySource, clock: Clock) {
  const keys = new Map<string, KeyObject>()

  const keyFor = async (issuer: string, kid: string): Promise<KeyObject | undefined> => {
    const name = `${issuer} ${kid}`
    if (!keys.has(name)) {
      for (const jwk of await keysOf(issuer)) {
        keys.set(
          `${issuer} ${jwk.kid}`,
          createPublicKey({ key: jwk as unknown as JsonWebKey, format: 'jwk' }),
        )
      }
    }
    return keys.get(name)
  }

  /** The token's claims, or undefined where API Gateway would answer 401. */
  return async (header: string | undefined, authorizer: JwtAuthorizer): Promise<Claims | undefined> => {
    const token = header?.replace(/^bearer\s+/i, '')
    const parts = token?.split('.') ?? []
    if (parts.length !== 3) return undefined
    const [head, claims] = parts.slice(0, 2).map(readPart)
    if (!head || !claims || head['alg'] !== 'RS256' || claims['iss'] !== authorizer.issuer) return undefined
    const key = await keyFor(authorizer.issuer, String(head['kid']))
    const signed = Buffer.from(`${parts[0]}.${parts[1]}`)
    if (!key || !verify('RSA-SHA256', signed, key, Buffer.from(parts[2]!, 'base64url'))) return undefined
    const audience = [claims['aud'] ?? claims['client_id']].flat().map(String)
    if (!audience.some((one) => authorizer.audience.includes(one))) return undefined
    const seconds = clock.now() / 1000
    const { exp, nbf } = claims
    if (typeof exp !== 'number' || exp <= seconds) return undefined
    if (typeof nbf === 'number' && nbf > seconds) return undefined
    return claims
  }
}

function readPart(part: string): Claims | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims
  } catch {
    return undefined
  }
}
