/**
 * Checks a LevelDB journal (`*.log`, `MANIFEST-*`) record by record.
 * Format: https://github.com/google/leveldb/blob/main/doc/log_format.md
 */

const blockSize = 32 * 1024
const headerSize = 7

/**
 * What is wrong with a journal, or undefined. A record cut off at the very end is not damage: a process that
 * was killed while writing leaves one, and its write was never acknowledged.
 */
export const findDamage = (journal: Buffer): string | undefined => {
  let at = 0
  while (at < journal.length) {
    const left = blockSize - (at % blockSize)
    if (left < headerSize) {
      at += left
      continue
    }
    if (at + headerSize > journal.length) return undefined
    const length = journal.readUInt16LE(at + 4)
    const end = at + headerSize + length
    const type = journal.readUInt8(at + 6)
    if (type === 0 && length === 0) {
      // Space that was set aside and never written.
      at += left
      continue
    }
    if (type < 1 || type > 4 || length + headerSize > left) return `unreadable record at byte ${at}`
    if (end > journal.length) return undefined
    if (unmask(journal.readUInt32LE(at)) !== crc32c(journal.subarray(at + 6, end))) {
      return `wrong checksum at byte ${at}`
    }
    at = end
  }
  return undefined
}

/** Checksums are stored rotated and shifted, so that a checksum of checksums stays sound. */
const unmask = (stored: number): number => {
  const rotated = (stored - 0xa282ead8) >>> 0
  return ((rotated >>> 17) | (rotated << 15)) >>> 0
}

const castagnoli = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1
  return rest >>> 0
})

const crc32c = (data: Buffer): number => {
  let crc = 0xffffffff
  for (const byte of data) crc = (castagnoli[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
