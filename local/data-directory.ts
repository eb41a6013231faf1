import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory, refuseIfInUse } from './database.ts'
import { StartupError } from './startup-error.ts'

/** Everything that a start may put into the data directory; nothing else is ever removed from it. */
const ownFiles = ['local.db', 'local.db-shm', 'local.db-wal', 'table', 'files', 'functions.log', 'seeding']

/** The directory in which `npm start` keeps the product's data. */
export type DataDirectory = {
  /**
   * Whether nothing has been kept yet.
   * @throws StartupError when a part is missing, which would silently be made anew beside the others
   */
  isEmpty(): boolean
  /** Whether a start ended while it put the demo in place; half a demo is of no use to anybody. */
  isHalfSeeded(): boolean
  /**
   * Marks that a demo is on its way, before anything else is kept: a start that ends anywhere in between is then
   * known to have been the first.
   * @throws StartupError when the directory cannot be made
   */
  beginSeeding(): void
  endSeeding(): void
  /**
   * Removes the data.
   * @throws StartupError when another process uses it
   */
  clear(): void
}

export function openDataDirectory(directory: string): DataDirectory {
  const has = (name: string) => existsSync(join(directory, name))
  /** An empty database is one that lost its content, or that never had any. */
  const hasDatabase = () => (statSync(join(directory, 'local.db'), { throwIfNoEntry: false })?.size ?? 0) > 0
  const seedingMark = join(directory, 'seeding')
  return {
    isEmpty() {
      if (has('table') === hasDatabase()) return !has('table')
      throw new StartupError(
        `The data in ${directory} is not whole: ${has('table') ? 'local.db' : 'table'} is missing or empty. ` +
          'Nothing was changed. Start with --fresh to begin with empty data.',
      )
    },
    isHalfSeeded: () => has('seeding'),
    beginSeeding() {
      makeDirectory(directory)
      writeFileSync(seedingMark, '')
    },
    endSeeding: () => rmSync(seedingMark, { force: true }),
    clear() {
      refuseIfInUse(directory)
      for (const name of ownFiles) rmSync(join(directory, name), { recursive: true, force: true })
    },
  }
}
