import { join } from 'node:path'
import { addressesFor, siteConfigOf } from './addresses.ts'
import { createActivity } from './activity.ts'
import { createApiGateway } from './api-gateway/api-gateway.ts'
import { readAssembly } from './assembly/read.ts'
import { createCalls } from './calls.ts'
import type { CallHook } from './calls.ts'
import { createClock } from './clock.ts'
import { createCloudfront } from './cloudfront.ts'
import { createControl } from './control/control.ts'
import { openDatabase } from './database.ts'
import { createDynamodb } from './dynamodb/service.ts'
import { createFeeds } from './feeds.ts'
import { createFrontDoor } from './front-door.ts'
import { createCredentials, operatorKey } from './functions/credentials.ts'
import { createFunctions } from './functions/functions.ts'
import type { LogLine } from './functions/pool.ts'
import type { FunctionFailure } from './functions/protocol.ts'
import { allows } from './iam/policy.ts'
import { createInbox } from './inbox.ts'
import { createS3 } from './s3/service.ts'
import { createScheduler } from './scheduler/scheduler.ts'
import { createSes } from './ses/ses.ts'
import { createSns } from './sns/sns.ts'
import { createSqs } from './sqs/sqs.ts'
import { createStepFunctions } from './states/states.ts'
import { keySource, userPool } from './user-pool.ts'

import type { Listener } from './http-listener.ts'
import type { StackOptions } from './stack-options.ts'
import type { DeliveryHook } from './sqs/queue.ts'

/** Lines kept in memory: enough for a long test, some megabytes at most. */
const keptLines = 20_000

const defaultConsoleDir = join(import.meta.dirname, 'console/dist')

/** One worker for each core of a small machine. */
const defaultMaxWorkers = 4

/**
 * Puts the parts together: what the template describes, on the data of `options.dataDir`, behind `listener`.
 * `opened` gathers how to let go of what was opened, for the case that a later part fails.
 */
export async function assemble(options: StackOptions, listener: Listener, opened: (() => unknown)[]) {
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
    {
      clock,
      credentials,
      endpoint: addresses.endpoint,
      environment: options.environment ?? {},
      maxWorkers,
      onLine,
    },
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
