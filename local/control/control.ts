import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import type { AlarmClock } from '../clock.ts'
import type { Feeds } from '../feeds.ts'
import type { Incoming } from '../http-listener.ts'
import type { Inbox } from '../inbox.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { ServiceResponse } from '../service.ts'
import type { Queue } from '../sqs/queue.ts'
import type { StepFunctions } from '../states/states.ts'
import { ControlProblem, json, readBody, serveControl } from './routes.ts'
import { viewExecution, viewFeed } from './views.ts'

export type ControlOptions = {
  clock: AlarmClock
  inbox: Inbox
  feeds: Feeds
  scheduler: Scheduler
  states: StepFunctions
  queues: Queue[]
  endpoint: string
  /** Where the console's built page is. */
  consoleDir: string
}

/** Names that can stand in an address and a file name alike. */
const FeedName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, 'letters, digits, dots, dashes and underscores')

const FeedFault = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  body: z.string().optional(),
  /** Longer than any reader waits. */
  delayMs: z.int().min(0).max(120_000).optional(),
})

/** Longer than a round of checks takes, shorter than anybody waits for a page. */
const patienceMilliseconds = 10_000

/** A year at a time: a slip of a zero should not fire a century of schedules. */
const Advance = z.strictObject({
  seconds: z
    .number()
    .positive()
    .max(366 * 86_400),
})

/** What the console page and programs use to look into the local stack and to move it on. */
export function createControl(options: ControlOptions): (request: Incoming) => Promise<ServiceResponse> {
  const { clock, inbox, feeds, scheduler, states, queues } = options
  const clockView = () => ({ now: new Date(clock.now()).toISOString() })
  /** Answers come when what was asked for has had its effects, or after a while if something hangs. */
  const settled = () =>
    Promise.race([clock.settle(), setTimeout(patienceMilliseconds, undefined, { ref: false })])
  const feedNamed = (name: string) => {
    const feed = feeds.get(name.replace(/\.ics$/, ''))
    if (!feed) throw new ControlProblem(404, 'feed_not_found', `There is no calendar ${name}.`)
    return feed
  }

  return serveControl({
    'GET /local': () => consoleFile(options.consoleDir, 'index.html'),
    'GET /local/': () => consoleFile(options.consoleDir, 'index.html'),
    'GET /local/assets/{file}': (_, { file }) => consoleFile(options.consoleDir, join('assets', file!)),

    'GET /local/inbox': () => inbox.list(),
    'DELETE /local/inbox': () => inbox.clear(),
    'GET /local/opted-out': () => inbox.listOptedOut(),
    'PUT /local/opted-out/{phone}': (_, { phone }) => inbox.optOut(phone!),
    'DELETE /local/opted-out/{phone}': (_, { phone }) => inbox.optIn(phone!),

    'GET /local/feeds': () => feeds.list().map((feed) => viewFeed(feed, options.endpoint)),
    'GET /local/feeds/{name}.ics': (request, { name }) => feeds.serve(name!, request.headers),
    'PUT /local/feeds/{name}.ics': (request, { name }) => {
      const known = feeds.get(FeedName.parse(name))
      const feed = feeds.put(name!, request.body.toString('utf8'))
      return json(known ? 200 : 201, viewFeed(feed, options.endpoint))
    },
    'DELETE /local/feeds/{name}.ics': (_, { name }) => feeds.remove(feedNamed(name!).name),
    'PUT /local/feeds/{name}/fault': (request, { name }) =>
      feeds.setFault(feedNamed(name!).name, readBody(request, FeedFault)),
    'DELETE /local/feeds/{name}/fault': (_, { name }) => feeds.setFault(feedNamed(name!).name, undefined),

    'GET /local/schedules': () => scheduler.list(),
    'POST /local/schedules/{name}/run': async (_, { name }) => {
      if (!scheduler.list().some((schedule) => schedule.name === name)) {
        throw new ControlProblem(404, 'schedule_not_found', `There is no schedule ${name}.`)
      }
      const outcome = await scheduler.run(name!)
      await settled()
      if (outcome.ok) return { result: outcome.payload }
      throw new ControlProblem(
        502,
        'function_failed',
        `${outcome.error.errorType}: ${outcome.error.errorMessage}`,
      )
    },

    'GET /local/executions': () =>
      states.list().map((execution) => viewExecution(execution, states.machineName(execution.machineArn))),
    'POST /local/executions/{id}/skip-wait': async (_, { id }) => {
      const skipped = states.skipWait(id!)
      await settled()
      if (skipped === undefined)
        throw new ControlProblem(404, 'execution_not_found', `There is no execution ${id}.`)
      return { skipped }
    },

    'GET /local/queues': () => queues.map((queue) => ({ name: queue.definition.name, ...queue.counts() })),

    'GET /local/clock': clockView,
    'POST /local/clock/advance': async (request) => {
      await clock.advance(readBody(request, Advance).seconds)
      return clockView()
    },
  })
}

const consoleTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

async function consoleFile(directory: string, file: string): Promise<ServiceResponse> {
  const path = join(directory, file)
  if (!path.startsWith(directory) || !existsSync(path)) {
    throw new ControlProblem(404, 'not_found', 'The console page has not been built.')
  }
  const headers = {
    'content-type': consoleTypes[extname(path)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
  }
  return { status: 200, headers, body: await readFile(path) }
}
