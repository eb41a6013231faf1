import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { dynalite } from './dynalite.ts'
import type { Store } from './dynalite.ts'
import { readJournal } from './journal.ts'
import { readLiveFiles } from './manifest.ts'

/** Opens LevelDB in a directory, or in memory without one. Throws `StartupError` and changes nothing. */
export const openDirectory = async (dir: string | undefined): Promise<Store> => {
  if (dir !== undefined) refuseDamage(dir)
  const store = dynalite.create(dir === undefined ? {} : { path: dir })
  closeIterators(store)
  try {
    await store.db.open()
    return store
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'LEVEL_LOCKED') {
      throw new StartupError(`Another process is using the table data in ${dir}. Stop it, or set LOCAL_DATA.`)
    }
    throw damaged(dir ?? 'memory', cause instanceof Error ? cause.message : String(cause))
  }
}

/**
 * dynalite ends a query by its iterator's `return`, which LevelDB's iterators no longer have: every query would
 * leave one open, with the memory and the snapshot that it holds.
 */
const closeIterators = ({ db }: Store): void => {
  const values = db.values.bind(db)
  db.values = (range) => {
    const iterator = values(range)
    iterator.return = () => iterator.close()
    return iterator
  }
}

/**
 * LevelDB repairs silently: without its CURRENT file it starts an empty database over the old one, a broken
 * journal is read up to the fault and then deleted, and a broken table is noticed when somebody reads it. All
 * of that loses data, so it is looked for before LevelDB opens.
 */
const refuseDamage = (dir: string): void => {
  mkdirSync(dir, { recursive: true })
  const files = readdirSync(dir)
  if (!files.some((file) => /^MANIFEST-|\.(ldb|log)$/.test(file))) return
  const current = files.includes('CURRENT') ? readFileSync(join(dir, 'CURRENT'), 'utf8').trim() : ''
  if (!files.includes(current)) throw damaged(dir, 'CURRENT does not name a manifest')
  for (const [file, size] of readLiveFiles(readRecords(dir, current))) {
    const name = `${String(file).padStart(6, '0')}.ldb`
    if (!files.includes(name)) throw damaged(dir, `${name} is missing`)
    if (!isTable(join(dir, name), size)) throw damaged(dir, `${name} is no table of ${size} bytes`)
  }
  for (const file of files.filter((name) => name.endsWith('.log'))) readRecords(dir, file)
}

const readRecords = (dir: string, file: string): Buffer[] => {
  const { records, damage } = readJournal(readFileSync(join(dir, file)))
  if (damage !== undefined) throw damaged(dir, `${file}: ${damage}`)
  return records
}

/** The last eight bytes of every table. */
const tableMagic = Buffer.from('57fb808b247547db', 'hex')

const isTable = (path: string, size: number): boolean => {
  const content = readFileSync(path)
  return content.length === size && content.subarray(-tableMagic.length).equals(tableMagic)
}

const damaged = (dir: string, detail: string): StartupError =>
  new StartupError(
    `The table data in ${dir} is damaged (${detail}). It was left untouched. ` +
      'Put back a copy, or start empty with: npm start -- --fresh',
  )
