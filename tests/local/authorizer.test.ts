import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createJwtCheck } from '../../local/api-gateway/jwt.ts'

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_LOCAL0001'
const authorizer = { issuer, audience: ['web'] }
const now = Date.parse('2030-01-01T00:00:00Z')
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const check = createJwtCheck(async () => [{ kid: 'k1', ...publicKey.export({ format: 'jwk' }) }], {
  now: () => now,
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function token(claims: object, header: object = { alg: 'RS256', kid: 'k1' }): string {
  const signed = `${encode(header)}.${encode({ iss: issuer, aud: 'web', sub: 's1', exp: now / 1000 + 60, ...claims })}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}

test('a sound token passes with its claims, with or without the word Bearer', async () => {
  expect(await check(token({}), authorizer)).toMatchObject({ sub: 's1' })
  expect(await check(`Bearer ${token({})}`, authorizer)).toMatchObject({ sub: 's1' })
  expect(await check(token({ aud: undefined, client_id: 'web' }), authorizer)).toMatchObject({ sub: 's1' })
})

test.each([
  ['expired on the product’s clock', () => token({ exp: now / 1000 })],
  ['not valid yet', () => token({ nbf: now / 1000 + 60 })],
  ['for another client', () => token({ aud: 'other' })],
  ['from another issuer', () => token({ iss: `${issuer}x` })],
  ['without an algorithm', () => token({}, { alg: 'none', kid: 'k1' })],
  ['by an unknown key', () => token({}, { alg: 'RS256', kid: 'k2' })],
  [
    'changed after signing',
    () =>
      token({}).replace(/\.([^.]+)\./, `.${encode({ iss: issuer, aud: 'web', sub: 'other', exp: now })}.`),
  ],
  ['no token at all', () => 'hello'],
  ['missing', () => undefined],
])('a token that is %s is refused', async (_, header) => {
  expect(await check(header(), authorizer)).toBeUndefined()
})
