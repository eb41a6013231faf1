import type { Activity } from '../activity.ts'
import type { FunctionDefinition } from '../assembly/model.ts'
import type { Database } from '../database.ts'
import { createPool } from './pool.ts'
import type { Invocation, Pool, PoolSettings } from './pool.ts'

/** All functions of the stack, called by ARN as services do. */
export type Functions = {
  /** Waits for the result, as API Gateway, Cognito, Step Functions and queue mappings do. */
  invoke(arn: string, event: unknown): Promise<Invocation>
  /** Accepts the event at once and retries twice, as Lambda does for SNS; kept over a restart. */
  invokeLater(arn: string, event: unknown): void
  byName(name: string): FunctionDefinition | undefined
  byArn(arn: string): FunctionDefinition | undefined
  /** Takes up events that an earlier process had accepted but not finished. */
  resume(): void
  close(): Promise<void>
}

/** Lambda's waits before the second and the third attempt of an asynchronous invocation, in seconds. */
const retryDelays = [60, 120]

type Accepted = { id: number; arn: string; event: string; attempt: number; due_at: number }

export function createFunctions(
  definitions: FunctionDefinition[],
  settings: PoolSettings,
  database: Database,
  activity: Activity,
  /** Puts an event into a dead-letter queue. */
  sendTo: (queueArn: string, body: string) => void,
): Functions {
  database.exec(`
    CREATE TABLE IF NOT EXISTS accepted_events (
      id INTEGER PRIMARY KEY, arn TEXT NOT NULL, event TEXT NOT NULL,
      attempt INTEGER NOT NULL, due_at INTEGER NOT NULL
    )`)
  const pools = new Map<string, Pool>()
  const byArn = (arn: string) => definitions.find((definition) => definition.arn === withoutQualifier(arn))
  let closed = false

  const invoke = (arn: string, event: unknown) =>
    activity.track(async (): Promise<Invocation> => {
      const definition = byArn(arn)
      if (!definition) {
        const errorMessage = `Function not found: ${arn}`
        return { ok: false, error: { errorType: 'ResourceNotFoundException', errorMessage, trace: [] } }
      }
      let pool = pools.get(definition.arn)
      if (!pool) pools.set(definition.arn, (pool = createPool(definition, settings)))
      const outcome = await pool.invoke(event)
      if (!outcome.ok && !closed) {
        const { errorType, errorMessage, trace } = outcome.error
        const text = trace.length > 0 ? trace.join('\n') : `${errorType}: ${errorMessage}`
        settings.onLine({
          functionName: definition.name,
          requestId: '',
          text: `invocation failed: ${text}\n`,
        })
      }
      return outcome
    })

  const bury = ({ arn, event }: Accepted) => {
    const queueArn = byArn(arn)?.deadLetterArn
    if (queueArn) sendTo(queueArn, event)
  }

  const attempt = (accepted: Accepted) => {
    const run = () =>
      activity.track(async () => {
        const outcome = await invoke(accepted.arn, JSON.parse(accepted.event))
        if (closed) return
        const delay = retryDelays[accepted.attempt]
        if (!outcome.ok && delay === undefined) bury(accepted)
        if (outcome.ok || delay === undefined) {
          database.prepare('DELETE FROM accepted_events WHERE id = ?').run(accepted.id)
          return
        }
        const again = {
          ...accepted,
          attempt: accepted.attempt + 1,
          due_at: settings.clock.now() + delay * 1000,
        }
        database
          .prepare('UPDATE accepted_events SET attempt = ?, due_at = ? WHERE id = ?')
          .run(again.attempt, again.due_at, again.id)
        attempt(again)
      })
    if (accepted.due_at <= settings.clock.now()) void run()
    else settings.clock.at(accepted.due_at, () => void run())
  }

  return {
    invoke,
    invokeLater(arn, event) {
      const due_at = settings.clock.now()
      const text = JSON.stringify(event)
      const { lastInsertRowid } = database
        .prepare('INSERT INTO accepted_events (arn, event, attempt, due_at) VALUES (?, ?, 0, ?)')
        .run(arn, text, due_at)
      attempt({ id: Number(lastInsertRowid), arn, event: text, attempt: 0, due_at })
    },
    byName: (name) => definitions.find((definition) => definition.name === name),
    byArn,
    resume() {
      for (const accepted of database.prepare('SELECT * FROM accepted_events ORDER BY id').all()) {
        attempt(accepted as Accepted)
      }
    },
    async close() {
      closed = true
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

/** A state machine may name a version (`…:function:name:$LATEST`); locally there is one. */
function withoutQualifier(arn: string): string {
  return arn.split(':').slice(0, 7).join(':')
}
