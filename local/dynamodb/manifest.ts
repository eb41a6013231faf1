/**
 * Reads from a LevelDB manifest which table files hold the data. Files that it does not name are remains of a
 * process that was killed, and none of ours.
 * Format: https://github.com/google/leveldb/blob/main/db/version_edit.cc
 */

/** The fields of a record, each a tag and then these values. */
const fields: Record<number, readonly ('number' | 'text')[]> = {
  1: ['text'], // comparator
  2: ['number'], // log number
  3: ['number'], // next file number
  4: ['number'], // last sequence
  5: ['number', 'text'], // compaction pointer: level, key
  6: ['number', 'number'], // deleted file: level, number
  7: ['number', 'number', 'number', 'text', 'text'], // new file: level, number, size, first key, last key
  9: ['number'], // previous log number
}
const deletedFile = 6
const newFile = 7

/** Sizes in bytes by file number. Throws for a record that is none. */
export const readLiveFiles = (records: Buffer[]): Map<number, number> => {
  const sizes = new Map<number, number>()
  for (const record of records) {
    for (const [tag, values] of readFields(record)) {
      const [, file = 0, size = 0] = values
      if (tag === newFile) sizes.set(file, size)
      if (tag === deletedFile) sizes.delete(file)
    }
  }
  return sizes
}

const readFields = (record: Buffer): [tag: number, numbers: number[]][] => {
  let at = 0
  const readNumber = (): number => {
    let number = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = record.readUInt8(at++)
      number += (byte & 127) * scale
      if (byte < 128) return number
    }
  }
  const found: [number, number[]][] = []
  while (at < record.length) {
    const tag = readNumber()
    const kinds = fields[tag]
    if (!kinds) throw new Error(`unknown field ${tag}`)
    const numbers: number[] = []
    for (const kind of kinds) {
      const number = readNumber()
      if (kind === 'number') numbers.push(number)
      else at += number
    }
    found.push([tag, numbers])
  }
  return found
}
