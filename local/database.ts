import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from './startup-error.ts'

/** Queues, executions, schedules, the inbox, users and the clock: everything but the table and files. */
export type Database = DatabaseSync

/**
 * Opens `local.db` in `directory`, or a database in memory when there is none.
 *
 * Write-ahead logging without a sync at every commit survives the end of the process, however abrupt;
 * only the machine's own crash could lose the last moments.
 * @throws StartupError when the file is not a sound database; nothing is changed then
 */
export function openDatabase(directory: string | undefined): Database {
  if (directory === undefined) return new DatabaseSync(':memory:')
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'local.db')
  let database: Database | undefined
  try {
    database = new DatabaseSync(file)
    const check = database.prepare('PRAGMA quick_check').get() as { quick_check: string }
    if (check.quick_check !== 'ok') throw new Error(check.quick_check)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000')
    return database
  } catch (error) {
    database?.close()
    throw new StartupError(
      `The data in ${file} cannot be read (${error instanceof Error ? error.message : String(error)}). ` +
        'Nothing was changed. Start with --fresh to begin with empty data.',
    )
  }
}
