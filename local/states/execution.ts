import type { Database } from '../database.ts'

export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'

/**
 * One line of control: the execution itself, or one item of a Map state. Where it stands is all that is
 * stored, so an execution goes on after a restart exactly there.
 */
export type Thread = {
  /** Indexes of the Map items that lead here: empty for the execution itself. */
  path: number[]
  /** Names of the Map states around, outermost first. */
  scope: string[]
  state: string
  /** What the state was given. */
  input: unknown
  /** Attempts used up, by retrier. */
  attempts: number[]
  /** Milliseconds since the epoch until which it waits, in a Wait state or before a retry. */
  wakesAt?: number | undefined
  waitsFor?: 'wait' | 'retry' | undefined
  item?: { Index: number; Value: unknown }
  /** While it stands in a Map state: its items, how many were begun, and what came of those that ended. */
  map?: { items: unknown[]; begun: number; ended: number; results: unknown[] } | undefined
}

export type Execution = {
  arn: string
  machineArn: string
  name: string
  input: unknown
  status: Status
  startedAt: number
  stoppedAt?: number | undefined
  output?: unknown
  error?: string | undefined
  cause?: string | undefined
  threads: Thread[]
}

export type Executions = {
  /** Executions still running, and those asked for since the start. */
  find(arn: string): Execution | undefined
  /** Newest first. */
  list(): Execution[]
  save(execution: Execution): void
}

/** Keeps executions in the database; running ones are held in memory as well. */
export function createExecutions(database: Database): Executions {
  database.exec(`
    CREATE TABLE IF NOT EXISTS executions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      arn TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      execution TEXT NOT NULL
    )`)
  const upsert = database.prepare(
    `INSERT INTO executions (arn, status, execution) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET status = excluded.status, execution = excluded.execution`,
  )
  const select = database.prepare('SELECT execution FROM executions WHERE arn = ?')
  const running = new Map<string, Execution>()
  const read = (row: Record<string, unknown>): Execution => {
    const stored = JSON.parse(String(row['execution'])) as Execution
    return running.get(stored.arn) ?? stored
  }
  for (const row of database.prepare("SELECT execution FROM executions WHERE status = 'RUNNING'").all()) {
    const execution = read(row)
    running.set(execution.arn, execution)
  }

  return {
    find(arn) {
      const row = running.get(arn) ? undefined : select.get(arn)
      return row ? read(row) : running.get(arn)
    },
    list: () => database.prepare('SELECT execution FROM executions ORDER BY sequence DESC').all().map(read),
    save(execution) {
      upsert.run(execution.arn, execution.status, JSON.stringify(execution))
      if (execution.status === 'RUNNING') running.set(execution.arn, execution)
      else running.delete(execution.arn)
    },
  }
}
