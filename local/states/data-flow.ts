import type { MapState, Retrier, State, TaskState } from './definition.ts'
import type { Execution, Thread } from './execution.ts'
import { demandPath, fillTemplate, placeResult, readPath } from './paths.ts'
import type { Context } from './paths.ts'
import { StateFault } from './state-fault.ts'

/** How data and times pass from state to state. */

/** The context object (`$$`) of a thread. */
export function contextOf(execution: Execution, thread: Thread): Context {
  return {
    Execution: {
      Id: execution.arn,
      Name: execution.name,
      Input: execution.input,
      StartTime: new Date(execution.startedAt).toISOString(),
    },
    StateMachine: { Id: execution.machineArn },
    State: { Name: thread.state },
    ...(thread.item && { Map: { Item: thread.item } }),
  }
}

/** `InputPath` and `OutputPath`: absent leaves everything, `null` leaves nothing. */
export function effective(path: string | null | undefined, value: unknown, context: Context): unknown {
  if (path === null) return {}
  return path === undefined || path === '$' ? value : demandPath(path, value, context)
}

/** A state's output: its result, selected from and placed into what the state was given. */
export function combine(
  state: TaskState | MapState,
  thread: Thread,
  result: unknown,
  context: Context,
): unknown {
  const selected =
    state.ResultSelector === undefined ? result : fillTemplate(state.ResultSelector, result, context)
  return placeResult(state.ResultPath, thread.input, selected)
}

/** When a Wait state is over, in milliseconds since the epoch. */
export function wakeInstant(
  state: State & { Type: 'Wait' },
  input: unknown,
  context: Context,
  now: number,
): number {
  const timestamp = state.TimestampPath ? readPath(state.TimestampPath, input, context) : state.Timestamp
  if (timestamp !== undefined) return Date.parse(String(timestamp))
  const seconds = state.SecondsPath ? demandPath(state.SecondsPath, input, context) : state.Seconds
  if (typeof seconds !== 'number' || seconds < 0) {
    throw new StateFault('States.Runtime', `A wait of ${String(seconds)} seconds is not possible.`)
  }
  return now + seconds * 1000
}

/** Milliseconds before the next attempt, after `used` retries. */
export function retryDelay(retrier: Retrier, used: number): number {
  const grown = retrier.IntervalSeconds * retrier.BackoffRate ** used
  const limited = Math.min(grown, retrier.MaxDelaySeconds ?? grown)
  return limited * 1000 * (retrier.JitterStrategy === 'FULL' ? Math.random() : 1)
}
