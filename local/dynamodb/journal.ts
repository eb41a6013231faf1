/**
 * Reads a LevelDB journal (`*.log`, `MANIFEST-*`) record by record.
 * Format: https://github.com/google/leveldb/blob/main/doc/log_format.md
 */

const blockSize = 32 * 1024
const headerSize = 7

/** A record that does not fit into its block is written in parts. */
const part = { whole: 1, first: 2, middle: 3, last: 4 } as const

export type Journal = {
  records: Buffer[]
  /** What is wrong, at the byte where reading stopped. */
  damage?: string
}

/**
 * The records of a journal. One that is cut off at the very end is no damage: a process that was killed while
 * writing leaves it, and its write was never acknowledged.
 */
export const readJournal = (journal: Buffer): Journal => {
  const records: Buffer[] = []
  let parts: Buffer[] = []
  let at = 0
  while (at + headerSize <= journal.length) {
    const left = blockSize - (at % blockSize)
    const length = journal.readUInt16LE(at + 4)
    const type = journal.readUInt8(at + 6)
    const end = at + headerSize + length
    if (left < headerSize || (type === 0 && length === 0)) {
      // The rest of a block that is too small for a header, or space that was set aside and never written.
      at += left
      continue
    }
    if (type < part.whole || type > part.last || length + headerSize > left) {
      return { records, damage: `unreadable record at byte ${at}` }
    }
    if (end > journal.length) break
    if (unmask(journal.readUInt32LE(at)) !== crc32c(journal.subarray(at + 6, end))) {
      return { records, damage: `wrong checksum at byte ${at}` }
    }
    if (type === part.whole || type === part.first) parts = []
    parts.push(journal.subarray(at + headerSize, end))
    if (type === part.whole || type === part.last) records.push(Buffer.concat(parts))
    at = end
  }
  return { records }
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
