import { assemble } from './assemble.ts'
import type { CallHook } from './calls.ts'
import type { AlarmClock } from './clock.ts'
import type { Feeds } from './feeds.ts'
import type { AccessKey } from './functions/credentials.ts'
import type { LogLine } from './functions/pool.ts'
import { listen } from './http-listener.ts'
import type { Incoming } from './http-listener.ts'
import type { Inbox } from './inbox.ts'
import type { Scheduler } from './scheduler/scheduler.ts'
import type { ServiceResponse } from './service.ts'
import type { DeliveryHook, Queue } from './sqs/queue.ts'
import type { StackOptions } from './stack-options.ts'
import type { Execution } from './states/execution.ts'

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
