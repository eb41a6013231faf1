import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { dynalite } from './dynalite.ts'
import type { Store } from './dynalite.ts'
import { findDamage } from './journal.ts'

/** Opens LevelDB in a directory, or in memory without one. Throws `StartupError` and changes nothing. */
export const openDirectory = async (dir: string | undefined): Promise<Store> => {
  if (dir !== undefined) refuseDamage(dir)
  const store = dynalite.create(dir === undefined ? {} : { path: dir })
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
 * LevelDB repairs silently: without its CURRENT file it starts an empty database over the old one, and a broken
 * journal is read up to the fault and then deleted. Both lose data, so they are looked for before it opens.
 */
const refuseDamage = (dir: string): void => {
  mkdirSync(dir, { recursive: true })
  const files = readdirSync(dir)
  const hasData = files.some((file) => /^MANIFEST-|\.(ldb|log)$/.test(file))
  if (!hasData) return
  const current = existsSync(join(dir, 'CURRENT')) ? readFileSync(join(dir, 'CURRENT'), 'utf8').trim() : ''
  if (!files.includes(current)) throw damaged(dir, 'CURRENT does not name a manifest')
  for (const file of files.filter((name) => name === current || name.endsWith('.log'))) {
    const damage = findDamage(readFileSync(join(dir, file)))
    if (damage) throw damaged(dir, `${file}: ${damage}`)
  }
}

const damaged = (dir: string, detail: string): StartupError =>
  new StartupError(
    `The table data in ${dir} is damaged (${detail}). It was left untouched. ` +
      'Put back a copy, or start empty with: npm start -- --fresh',
  )
