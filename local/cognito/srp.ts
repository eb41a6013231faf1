import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * The server's half of Secure Remote Password (RFC 5054, SRP-6a) in the variant that Cognito speaks: SHA-256,
 * the 3072-bit group, and an HKDF over the shared secret. All numbers travel as hexadecimal text.
 */

/** What is kept of a password. */
export type Verifier = { salt: string; verifier: string }

/** One sign-in under way: the client's public number and our own pair. */
export type Exchange = { clientPublic: string; serverPublic: string; serverSecret: string }

// RFC 3526, group 15.
const prime = BigInt(
  '0x' +
    'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f' +
    '83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b' +
    'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510' +
    '15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7' +
    'abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c' +
    'bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff',
)
const generator = 2n

/** A new salt and the verifier of a password. `pool` is the pool's id without its region. */
export const createVerifier = (pool: string, userId: string, password: string): Verifier => {
  const salt = randomBytes(16).toString('hex')
  return { salt, verifier: verifierOf(pool, userId, password, salt) }
}

/** Whether a password that was sent in clear is the one behind a verifier. */
export const passwordMatches = (pool: string, userId: string, password: string, kept: Verifier): boolean =>
  verifierOf(pool, userId, password, kept.salt) === kept.verifier

/** Begins a sign-in. Undefined: the client's number is a multiple of the prime, which would reveal the secret. */
export const startExchange = (verifier: string, clientPublic: string): Exchange | undefined => {
  if (fromHex(clientPublic) % prime === 0n) return undefined
  const serverSecret = randomBytes(32).toString('hex')
  const serverPublic = (multiplier * fromHex(verifier) + power(generator, fromHex(serverSecret))) % prime
  return { clientPublic, serverPublic: serverPublic.toString(16), serverSecret }
}

/** The signature (base64) with which a client proves that it knows the password. */
export const expectedProof = (
  exchange: Exchange,
  verifier: string,
  signed: { pool: string; userId: string; secretBlock: string; timestamp: string },
): string => {
  const clientPublic = fromHex(exchange.clientPublic)
  const scrambler = fromHex(hashHex(pad(clientPublic) + pad(fromHex(exchange.serverPublic))))
  const secret = power(clientPublic * power(fromHex(verifier), scrambler), fromHex(exchange.serverSecret))
  const extracted = hmac(Buffer.from(pad(scrambler), 'hex'), Buffer.from(pad(secret), 'hex'))
  const key = hmac(extracted, Buffer.from('Caldera Derived Key\u0001')).subarray(0, 16)
  const secretBlock = Buffer.from(signed.secretBlock, 'base64')
  const message = [Buffer.from(signed.pool + signed.userId), secretBlock, Buffer.from(signed.timestamp)]
  return hmac(key, Buffer.concat(message)).toString('base64')
}

const verifierOf = (pool: string, userId: string, password: string, salt: string): string => {
  const identity = createHash('sha256').update(`${pool}${userId}:${password}`).digest('hex')
  return power(generator, fromHex(hashHex(pad(fromHex(salt)) + identity))).toString(16)
}

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  let square = base % prime
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}

const fromHex = (hex: string): bigint => BigInt(`0x${hex}`)

/** Even-length hex whose first bit is never set: clients hash numbers as two's complement. */
const pad = (number: bigint): string => {
  const hex = number.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return /^[89a-f]/.test(even) ? `00${even}` : even
}

const hashHex = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest()

const multiplier = fromHex(hashHex(pad(prime) + pad(generator)))
