import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { isLocked } from './database.ts'

/** Often enough that nobody notices, seldom enough to cost nothing. */
const retryMilliseconds = 100

/**
 * Runs `work` while no other process does so under the same `file`; who comes meanwhile waits. So starts and
 * tests side by side do not build into one another. The lock is a database's, hence the operating system's: it
 * ends with its process, however that ends.
 */
export async function whileAlone<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file)
  try {
    while (!claim(lock)) await setTimeout(retryMilliseconds)
    return await work()
  } finally {
    lock.close()
  }
}

function claim(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (isLocked(error)) return false
    throw error
  }
}
