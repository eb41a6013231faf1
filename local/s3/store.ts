import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../startup-error.ts'
import { checksumsOf } from './checksums.ts'

/** What is known of an object besides its bytes. */
export const ObjectInfo = z.object({
  key: z.string(),
  size: z.number(),
  /** With its quotes, as it travels. */
  etag: z.string(),
  modifiedAt: z.string(),
  /** Headers that are given back with the bytes: `content-type`, `cache-control`, `x-amz-meta-…`. */
  headers: z.record(z.string(), z.string()),
  /** Base64, by algorithm. */
  checksums: z.record(z.string(), z.string()),
})
export type ObjectInfo = z.infer<typeof ObjectInfo>

export type Bucket = {
  head(key: string): ObjectInfo | undefined
  read(info: ObjectInfo): Buffer
  put(key: string, bytes: Buffer, headers: Record<string, string>, now: number): ObjectInfo
  remove(key: string): void
  /** In the order of their keys. */
  list(): ObjectInfo[]
}

/**
 * Opens a bucket in a directory, or in memory without one. Each object is one file: a line of JSON about it,
 * then its bytes. It is written aside and renamed, so that a killed process leaves the old object or the new
 * one. Written synchronously: a condition that was checked still holds when its write is done.
 *
 * @throws StartupError when a stored object cannot be read
 */
export const openBucket = (dir: string | undefined): Bucket => {
  const objects = new Map<string, ObjectInfo>()
  const bodies = new Map<string, Buffer>()
  // Keys may be longer than a file name can be, and differ in case only.
  const fileOf = (key: string) => join(dir ?? '', createHash('sha256').update(key).digest('hex'))
  if (dir !== undefined) for (const info of loadAll(dir)) objects.set(info.key, info)

  const write = (key: string, info: ObjectInfo, bytes: Buffer) => {
    if (dir === undefined) return bodies.set(key, bytes)
    const temporary = join(dir, `${randomUUID()}${temporarySuffix}`)
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${JSON.stringify(info)}\n`), bytes]))
    return renameSync(temporary, fileOf(key))
  }

  return {
    head: (key) => objects.get(key),
    read: ({ key, size }) => {
      if (dir === undefined) return bodies.get(key) ?? Buffer.alloc(0)
      const file = readFileSync(fileOf(key))
      return file.subarray(file.length - size)
    },
    put: (key, bytes, headers, now) => {
      const info = {
        key,
        size: bytes.length,
        etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
        modifiedAt: new Date(now).toISOString(),
        headers: { 'content-type': 'binary/octet-stream', ...headers },
        checksums: checksumsOf(bytes),
      }
      write(key, info, bytes)
      objects.set(key, info)
      return info
    },
    remove: (key) => {
      objects.delete(key)
      bodies.delete(key)
      if (dir !== undefined) rmSync(fileOf(key), { force: true })
    },
    list: () => [...objects.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  }
}

const temporarySuffix = '.tmp'

const loadAll = (dir: string): ObjectInfo[] => {
  mkdirSync(dir, { recursive: true })
  const files = readdirSync(dir)
  for (const file of files.filter((name) => name.endsWith(temporarySuffix))) rmSync(join(dir, file))
  return files.filter((name) => !name.endsWith(temporarySuffix)).map((name) => load(join(dir, name)))
}

const load = (file: string): ObjectInfo => {
  try {
    const content = readFileSync(file)
    const end = content.indexOf('\n')
    const info = ObjectInfo.parse(JSON.parse(content.subarray(0, end).toString('utf8')))
    if (content.length - end - 1 !== info.size) throw new Error(`${info.size} bytes expected`)
    return info
  } catch (error) {
    throw new StartupError(
      `The stored file ${file} is damaged (${error instanceof Error ? error.message : String(error)}). ` +
        'It was left untouched. Put back a copy, or start empty with: npm start -- --fresh',
    )
  }
}
