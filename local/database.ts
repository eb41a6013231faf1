import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from './startup-error.ts'

/** Queues, executions, schedules, the inbox, users and the clock: everything but the table and files. */
export type Database = DatabaseSync

/**
 * Opens `local.db` in `directory`, or a database in memory when there is none, and holds it for this process
 * alone: the lock is the operating system's, so it ends with the process, however it ends.
 *
 * Write-ahead logging without a sync at every commit survives the end of the process, however abrupt;
 * only the machine's own crash could lose the last moments.
 * @throws StartupError when another process has it or it is not a sound database; nothing is changed then
 */
export function openDatabase(directory: string | undefined): Database {
  if (directory === undefined) return new DatabaseSync(':memory:')
  makeDirectory(directory)
  const file = join(directory, 'local.db')
  let database: Database | undefined
  try {
    database = new DatabaseSync(file)
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    const check = database.prepare('PRAGMA quick_check').get() as { quick_check: string }
    if (check.quick_check !== 'ok') throw new Error(check.quick_check)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; COMMIT')
    return database
  } catch (error) {
    database?.close()
    if (isLocked(error)) throw inUse(directory)
    throw new StartupError(
      `The data in ${file} cannot be read (${error instanceof Error ? error.message : String(error)}). ` +
        'Nothing was changed. Start with --fresh to begin with empty data.',
    )
  }
}

/**
 * Makes the data directory where it is missing.
 * @throws StartupError when that cannot be done, as where a file of this name stands
 */
export function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `${directory} cannot be the data directory (${reason}). Choose another by LOCAL_DATA.`,
    )
  }
}

/**
 * Makes sure that nobody works with the data in `directory` before it is removed; damaged data is nobody's.
 * @throws StartupError when another process has it
 */
export function refuseIfInUse(directory: string): void {
  if (!existsSync(join(directory, 'local.db'))) return
  const database = new DatabaseSync(join(directory, 'local.db'))
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
  } catch (error) {
    if (isLocked(error)) throw inUse(directory)
  } finally {
    database.close()
  }
}

/** Whether an operation failed because another process holds the database. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && /database is locked/.test(error.message)
}

function inUse(directory: string): StartupError {
  return new StartupError(`Another process is using the data in ${directory}. Stop it, or set LOCAL_DATA.`)
}
