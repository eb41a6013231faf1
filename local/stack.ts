import { join } from 'node:path'
import { addressesFor, siteConfigOf } from './addresses.ts'
import { createActivity } from './activity.ts'
import { createApiGateway } from './api-gateway/api-gateway.ts'
import { readAssembly } from './assembly/read.ts'
import { createCalls } from './calls.ts'
import type { CallHook } from './calls.ts'
import { createClock } from './clock.ts'
import type { AlarmClock } from './clock.ts'
import { createCloudfront } from './cloudfront.ts'
import { createControl } from './control/control.ts'
import { openDatabase } from './database.ts'
import { createDynamodb } from './dynamodb/service.ts'
import { createFeeds } from './feeds.ts'
import type { Feeds } from './feeds.ts'
import { createFrontDoor } from './front-door.ts'
import { createCredentials, operatorKey } from './functions/credentials.ts'
import type { AccessKey } from './functions/credentials.ts'
import { createFunctions } from './functions/functions.ts'
import type { LogLine } from './functions/pool.ts'
import type { FunctionFailure } from './functions/protocol.ts'
import { listen } from './http-listener.ts'
import type { Incoming, Listener } from './http-listener.ts'
import { allows } from './iam/policy.ts'
import { createInbox } from './inbox.ts'
import type { Inbox } from './inbox.ts'
import type { ServiceResponse } from './service.ts'
import { createS3 } from './s3/service.ts'
import { createScheduler } from './scheduler/scheduler.ts'
import type { Scheduler } from './scheduler/scheduler.ts'
import { createSes } from './ses/ses.ts'
import { createSns } from './sns/sns.ts'
import type { DeliveryHook, Queue } from './sqs/queue.ts'
import { createSqs } from './sqs/sqs.ts'
import type { Execution } from './states/execution.ts'
import { createStepFunctions } from './states/states.ts'
import { keySource, userPool } from './user-pool.ts'

export type StackOptions = {
  /** Directory that `cdk synth` wrote. */
  assembly: string
  /** Where data is kept over a restart; in memory without it. */
  dataDir?: string
  /** 0 takes any free port. */
  port?: number
  /** ISO instant at which the product's clock stands on first start; real time without it. */
  startAt?: string
  /** Values for template parameters, over the local ones. */
  parameters?: Record<string, string>
  /** Sandboxes that one function may have at a time; more than the machine's cores only costs memory. */
  maxWorkers?: number
  /** Mails a second that the embedded SES accepts; any number without it. */
  mailRatePerSecond?: number
  /** The console's built page. */
  consoleDir?: string
  /** Called once the port is ours and the template is understood, before any data is opened. */
  beforeData?(): void
  /** Told of every line that a function prints. */
  onLine?(line: LogLine): void
}

/** The embedded AWS with the product's stack in it. */
export type Stack = {
  /** Where a visitor finds the app. */
  url: string
  /** Where AWS calls go (`AWS_ENDPOINT_URL`), signed with `operator`. */
  endpoint: string
  operator: AccessKey
  outputs: Record<string, string>
  clock: AlarmClock
  inbox: Inbox
  feeds: Feeds
  queues: Queue[]
  /** What functions printed, oldest first; the latest lines only. */
  logs: LogLine[]
  /** The queue people call `name` (`mail-queue`). */
  queue(name: string): Queue
  schedules: Scheduler
  executions: {
    /** Newest first. */
    list(): Execution[]
    /** Ends the waits of the execution with this name. */
    skipWait(name: string): void
  }
  /** Calls a function and waits for its answer. Throws what the function threw. */
  invoke(functionName: string, event: unknown): Promise<unknown>
  /** Fires a schedule now, waits for its function and lets what it started settle. */
  runSchedule(name: string): Promise<void>
  /** Moves the clock, letting everything that falls due happen in order, and settles. */
  advance(seconds: number): Promise<void>
  /** Resolves when no function runs, no message can be handled and no execution takes a step. */
  settle(): Promise<void>
  /**
   * Settles and moves the clock on to whatever is waited for (delays, retries, waits of executions) until
   * nothing is left but schedules, or until `limitSeconds` of the product's time have passed.
   */
  drain(limitSeconds?: number): Promise<void>
  /** Lets a test watch, refuse or break functions' calls to AWS. One hook at a time. */
  onCall(hook: CallHook | undefined): void
  /** Lets a test duplicate or reorder queue messages. One hook at a time. */
  onDelivery(hook: DeliveryHook | undefined): void
  close(): Promise<void>
  /** Ends everything as a crash would: what runs is cut off, what was stored stays. */
  kill(): Promise<void>
}

/** Lines kept in memory: enough for a long test, some megabytes at most. */
const keptLines = 20_000

const defaultConsoleDir = join(import.meta.dirname, 'console/dist')

/** One worker for each core of a small machine. */
const defaultMaxWorkers = 4

/**
 * Boots the stack that `cdk synth` wrote, on one loopback address.
 * @throws StartupError when the port is taken, the data is damaged or the template cannot run locally
 */
export async function bootStack(options: StackOptions): Promise<Stack> {
  let door: ((request: Incoming) => Promise<ServiceResponse>) | undefined
  let clock: AlarmClock | undefined
  const listener = await listen(
    options.port ?? 0,
    () => clock,
    async (request) => (door ? door(request) : starting),
  )
  /** How to let go of what was opened so far, should the rest fail. */
  const opened: (() => unknown)[] = [() => listener.close()]
  try {
    const stack = await assemble(options, listener, opened)
    clock = stack.clock
    door = stack.door
    return stack
  } catch (error) {
    for (const letGo of opened.toReversed()) await letGo()
    throw error
  }
}

const starting: ServiceResponse = { status: 503, headers: { 'retry-after': '1' }, body: 'Starting\n' }

async function assemble(options: StackOptions, listener: Listener, opened: (() => unknown)[]) {
  const { dataDir, maxWorkers = defaultMaxWorkers } = options
  const addresses = addressesFor(listener.port)
  const assembly = readAssembly(
    options.assembly,
    { ...addresses.parameters, ...options.parameters },
    addresses.endpoint,
  )
  options.beforeData?.()
  const activity = createActivity()
  const database = openDatabase(dataDir)
  opened.push(() => database.close())
  const clock = createClock(database, activity, options.startAt)
  opened.push(() => clock.close())
  let callHook: CallHook | undefined
  let deliveryHook: DeliveryHook | undefined

  const logs: LogLine[] = []
  const onLine = (line: LogLine) => {
    logs.push(line)
    if (logs.length > keptLines) logs.splice(0, keptLines / 2)
    options.onLine?.(line)
  }
  const credentials = createCredentials()
  const functions = createFunctions(
    assembly.functions,
    { clock, credentials, endpoint: addresses.endpoint, maxWorkers, onLine },
    database,
    activity,
    (queueArn, body) => sqs.queueByArn(queueArn)?.send(body),
  )
  const inbox = createInbox(database, clock)
  const feeds = createFeeds(database, clock)
  const sns = createSns({ ...assembly, functions, inbox, clock })
  const ses = createSes({
    identities: assembly.mailIdentities,
    destinations: assembly.eventDestinations,
    inbox,
    sns,
    clock,
    ratePerSecond: options.mailRatePerSecond,
  })
  const sqs = createSqs({ ...assembly, database, clock, activity, functions, hook: () => deliveryHook })
  const dynamodb = await createDynamodb({
    dir: dataDir && join(dataDir, 'table'),
    clock,
    tables: assembly.tables,
  })
  opened.push(() => dynamodb.close())
  const states = createStepFunctions({ ...assembly, database, clock, activity, functions })
  const scheduler = createScheduler({ ...assembly, database, clock, functions, sqs })
  const s3 = createS3({
    dir: dataDir && join(dataDir, 'files'),
    clock,
    buckets: assembly.buckets,
    credentials: credentials.secret,
    mayUpload(accessKeyId, resource) {
      const holder = credentials.holder(accessKeyId)
      if (holder === undefined || holder === 'operator') return holder === 'operator'
      return allows(assembly.roles.get(holder.roleArn) ?? [], { action: 's3:PutObject', resource })
    },
  })
  const cognito = userPool(assembly, { database, clock, functions, inbox })

  let ended: Promise<void> | undefined
  const end = async (graceful: boolean) => {
    clock.close()
    if (graceful) await Promise.race([activity.idle(), pause(graceMilliseconds)])
    await sqs.close()
    await states.close()
    await functions.close()
    await listener.close()
    await activity.idle()
    await dynamodb.close()
    await s3.close()
    database.close()
  }

  const calls = createCalls({
    services: {
      dynamodb: { service: dynamodb, protocol: 'json' },
      sqs: { service: sqs, protocol: 'json' },
      sns: { service: sns, protocol: 'query' },
      ses: { service: ses, protocol: 'query' },
      states: { service: states, protocol: 'json' },
      s3: { service: s3, protocol: 'rest-xml' },
      'cognito-idp': { service: cognito, protocol: 'json' },
    },
    credentials,
    roles: assembly.roles,
    facts: {
      queueArn: (url) => sqs.queueByUrl(url)?.definition.arn,
      mailIdentities: assembly.mailIdentities,
    },
    hook: () => callHook,
    killStack: () => void (ended ??= end(false)),
  })
  const site = createCloudfront(
    assembly,
    {
      api: createApiGateway(assembly.routes, functions, keySource(cognito), clock),
      readObject: s3.readObject,
      siteConfig: siteConfigOf(assembly, addresses),
    },
    addresses.origins,
  )
  const door = createFrontDoor({
    signed: calls.handle,
    cognito,
    s3,
    bucketNames: assembly.buckets.map(({ name }) => name),
    control: createControl({
      clock,
      inbox,
      feeds,
      scheduler,
      states,
      queues: sqs.queues,
      endpoint: addresses.endpoint,
      consoleDir: options.consoleDir ?? defaultConsoleDir,
    }),
    site,
  })

  functions.resume()
  sqs.start()
  states.resume()
  scheduler.start()

  return {
    door,
    url: addresses.url,
    endpoint: addresses.endpoint,
    operator: operatorKey,
    outputs: assembly.outputs,
    clock,
    inbox,
    feeds,
    queues: sqs.queues,
    schedules: scheduler,
    executions: { list: () => states.list(), skipWait: (name: string) => void states.skipWait(name) },
    logs,
    settle: clock.settle,
    queue: (name: string) => named(sqs.queues, ({ definition }) => definition.name, name),
    async invoke(functionName: string, event: unknown) {
      const { arn } = named(assembly.functions, (definition) => definition.name, functionName)
      const outcome = await functions.invoke(arn, event)
      if (outcome.ok) return outcome.payload
      throw functionError(outcome.error)
    },
    async runSchedule(name: string) {
      const outcome = await scheduler.run(name)
      await clock.settle()
      if (!outcome.ok) throw functionError(outcome.error)
    },
    advance: clock.advance,
    async drain(limitSeconds = 86_400) {
      const limit = clock.now() + limitSeconds * 1000
      await clock.settle()
      for (let due = clock.nextDue(); due !== undefined && due <= limit; due = clock.nextDue()) {
        await clock.advance(Math.max(due - clock.now(), 0) / 1000)
      }
    },
    onCall: (hook: CallHook | undefined) => void (callHook = hook),
    onDelivery: (hook: DeliveryHook | undefined) => void (deliveryHook = hook),
    close: () => (ended ??= end(true)),
    kill: () => (ended ??= end(false)),
  }
}

/** Time that work under way is given when the stack is closed; what is cut off is done again at the next start. */
const graceMilliseconds = 2_000

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}

function named<Item>(items: Item[], nameOf: (item: Item) => string, name: string): Item {
  const found = items.find((item) => nameOf(item) === name)
  if (found) return found
  throw new Error(`There is no ${name}; there are: ${items.map(nameOf).join(', ')}`)
}

function functionError({ errorType, errorMessage }: FunctionFailure): Error {
  return Object.assign(new Error(errorMessage), { name: errorType })
}
