import { randomUUID } from 'node:crypto'
import { account, region } from '../assembly/names.ts'
import type { Assembly, ScheduleDefinition } from '../assembly/model.ts'
import type { Alarm, AlarmClock } from '../clock.ts'
import type { Database } from '../database.ts'
import type { Functions } from '../functions/functions.ts'
import type { Invocation } from '../functions/pool.ts'
import { allows } from '../iam/policy.ts'
import type { Sqs } from '../sqs/sqs.ts'
import { readExpression } from './expression.ts'

export type ScheduleView = {
  name: string
  expression: string
  enabled: boolean
  /** ISO instants. */
  nextRunAt?: string
  lastRunAt?: string
}

export type Scheduler = {
  list(): ScheduleView[]
  /** Fires a schedule now and waits for what its function answers. */
  run(name: string): Promise<Invocation>
  start(): void
}

export type SchedulerOptions = {
  schedules: ScheduleDefinition[]
  roles: Assembly['roles']
  database: Database
  clock: AlarmClock
  functions: Functions
  sqs: Sqs
}

/**
 * EventBridge Scheduler. It hands an event to Lambda, which takes it and retries a failing function itself;
 * so what can fail here is only the handing over, and then the event goes to the dead-letter queue.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { schedules, roles, database, clock, functions, sqs } = options
  database.exec(
    'CREATE TABLE IF NOT EXISTS schedules (name TEXT PRIMARY KEY, next_run_at INTEGER, last_run_at INTEGER)',
  )
  const expressions = new Map(
    schedules.map(({ name, expression, timezone }) => [name, readExpression(name, expression, timezone)]),
  )
  const stored = (name: string) =>
    database.prepare('SELECT next_run_at, last_run_at FROM schedules WHERE name = ?').get(name) as
      { next_run_at: number | null; last_run_at: number | null } | undefined
  const store = (name: string, nextRunAt: number | undefined, lastRunAt: number | null) =>
    database
      .prepare('INSERT OR REPLACE INTO schedules (name, next_run_at, last_run_at) VALUES (?, ?, ?)')
      .run(name, nextRunAt ?? null, lastRunAt)
  const alarms = new Map<string, Alarm>()

  const plan = (schedule: ScheduleDefinition, nextRunAt: number | undefined) => {
    alarms.get(schedule.name)?.cancel()
    if (nextRunAt === undefined) return
    const alarm = clock.at(
      nextRunAt,
      () => {
        const following = expressions.get(schedule.name)!(nextRunAt)
        store(schedule.name, following, clock.now())
        plan(schedule, following === undefined ? undefined : Math.max(following, clock.now()))
        fire(schedule)
      },
      'background',
    )
    alarms.set(schedule.name, alarm)
  }

  const mayInvoke = ({ target }: ScheduleDefinition) => {
    const action = target.arn.includes(':sqs:') ? 'sqs:SendMessage' : 'lambda:InvokeFunction'
    return allows(roles.get(target.roleArn) ?? [], { action, resource: target.arn })
  }

  const fire = (schedule: ScheduleDefinition) => {
    const { target } = schedule
    const event = eventOf(schedule)
    const queue = sqs.queueByArn(target.arn)
    if (!mayInvoke(schedule)) {
      const deadLetters = target.deadLetterArn && sqs.queueByArn(target.deadLetterArn)
      if (deadLetters) deadLetters.send(JSON.stringify(event))
    } else if (queue) {
      queue.send(JSON.stringify(event))
    } else {
      functions.invokeLater(target.arn, event)
    }
  }

  const eventOf = ({ name, target }: ScheduleDefinition): unknown => {
    const time = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const arn = `arn:aws:scheduler:${region}:${account}:schedule/default/${name}`
    if (target.input === undefined) {
      const about = {
        source: 'aws.scheduler',
        'detail-type': 'Scheduled Event',
        resources: [arn],
        detail: '{}',
      }
      return { version: '0', id: randomUUID(), account, region, time, ...about }
    }
    const attributes: Record<string, string> = {
      'schedule-arn': arn,
      'scheduled-time': time,
      'execution-id': randomUUID(),
      'attempt-number': '1',
    }
    return JSON.parse(
      target.input.replace(/<aws\.scheduler\.([\w-]+)>/g, (whole, key: string) => attributes[key] ?? whole),
    )
  }

  return {
    list: () =>
      schedules.map(({ name, expression, enabled }) => {
        const row = stored(name)
        return {
          name,
          expression,
          enabled,
          ...(row?.next_run_at && enabled && { nextRunAt: iso(row.next_run_at) }),
          ...(row?.last_run_at && { lastRunAt: iso(row.last_run_at) }),
        }
      }),
    async run(name) {
      const schedule = schedules.find((one) => one.name === name)
      if (!schedule) throw new Error(`There is no schedule ${name}`)
      store(name, stored(name)?.next_run_at ?? undefined, clock.now())
      return functions.invoke(schedule.target.arn, eventOf(schedule))
    },
    start() {
      for (const schedule of schedules) {
        if (!schedule.enabled) continue
        // What fell due while nothing ran is made up for once, at the start.
        const known = stored(schedule.name)
        const nextRunAt = known?.next_run_at ?? expressions.get(schedule.name)!(clock.now())
        store(schedule.name, nextRunAt, known?.last_run_at ?? null)
        plan(schedule, nextRunAt)
      }
    },
  }
}

function iso(instant: number): string {
  return new Date(instant).toISOString()
}
