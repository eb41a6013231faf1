import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { notImplemented, S3Fault } from './fault.ts'

/** Today's SDKs send a CRC32 with every upload; the others are for those who ask for them. */
const algorithms: Record<string, (bytes: Buffer) => string> = {
  crc32: (bytes) => {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(bytes))
    return sum.toString('base64')
  },
  sha1: (bytes) => createHash('sha1').update(bytes).digest('base64'),
  sha256: (bytes) => createHash('sha256').update(bytes).digest('base64'),
}

const prefix = 'x-amz-checksum-'
/** Headers that begin alike and name no sum. */
const notSums = new Set(['mode', 'type', 'algorithm'])

export const checksumsOf = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(algorithms).map(([name, sum]) => [name, sum(bytes)]))

/** Compares the sums that came with an upload, in its headers or behind its body, with its bytes. */
export const requireChecksums = (bytes: Buffer, headers: Record<string, string>): void => {
  for (const [header, declared] of Object.entries(headers)) {
    const name = header.startsWith(prefix) ? header.slice(prefix.length) : undefined
    if (name === undefined || notSums.has(name)) continue
    const sum = algorithms[name]
    if (!sum) throw notImplemented(`The checksum ${name}`)
    if (sum(bytes) !== declared) {
      throw new S3Fault(
        'BadDigest',
        400,
        `The ${name.toUpperCase()} you specified did not match the calculated checksum.`,
      )
    }
  }
}

/** The sums of an object as headers. */
export const checksumHeaders = (checksums: Record<string, string>, only?: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(checksums)
      .filter(([name]) => only === undefined || name === only)
      .map(([name, sum]) => [prefix + name, sum]),
  )
