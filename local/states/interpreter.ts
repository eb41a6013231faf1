import type { Activity } from '../activity.ts'
import type { Alarm, AlarmClock } from '../clock.ts'
import { ruleHolds } from './choice.ts'
import { combine, contextOf, effective, retryDelay, wakeInstant } from './data-flow.ts'
import type { MapState, State, Workflow } from './definition.ts'
import type { Execution, Executions, Thread } from './execution.ts'
import { demandPath, fillTemplate, placeResult } from './paths.ts'
import type { Context } from './paths.ts'
import { StateFault, catches } from './state-fault.ts'

export type InterpreterOptions = {
  /** Undefined: an older template had this machine. */
  workflow(machineArn: string): Workflow | undefined
  /** Runs a Task's resource; throws a StateFault when it fails. */
  runTask(execution: Execution, resource: string, input: unknown): Promise<unknown>
  executions: Executions
  clock: AlarmClock
  activity: Activity
}

export type Interpreter = {
  begin(execution: Execution): void
  /** Goes on where an earlier process stopped: waits are waited out, a task under way is run again. */
  resume(execution: Execution): void
  /** Ends Wait states at once; returns how many there were. */
  skipWait(execution: Execution): number
  stop(execution: Execution, error?: string, cause?: string): void
  close(): void
}

/** Walks executions through their states, storing each step before the next. */
export function createInterpreter(options: InterpreterOptions): Interpreter {
  const { executions, clock, activity } = options
  const alarms = new Map<Thread | Execution, Alarm>()
  let closed = false

  const stateOf = (execution: Execution, thread: Thread): State => {
    let states = options.workflow(execution.machineArn)?.States
    for (const name of thread.scope) states = (states?.[name] as MapState | undefined)?.ItemProcessor?.States
    const state = states?.[thread.state]
    if (!state) throw new StateFault('States.Runtime', `The template has no state ${thread.state} any more.`)
    return state
  }

  const goesOn = (execution: Execution, thread: Thread) =>
    !closed && execution.status === 'RUNNING' && execution.threads.includes(thread)

  /** Takes steps until the thread waits, ends or hands over to the items of a Map. */
  const drive = (execution: Execution, thread: Thread) =>
    void activity.track(async () => {
      try {
        while (goesOn(execution, thread) && (await step(execution, thread))) executions.save(execution)
      } catch (error) {
        if (!goesOn(execution, thread)) return
        const fault = error instanceof StateFault ? error : new StateFault('States.Runtime', String(error))
        // Nothing can catch what the interpreter itself cannot do.
        if (fault.error === 'States.Runtime')
          conclude(execution, 'FAILED', { error: fault.error, cause: fault.message })
        else fail(execution, thread, fault)
      }
    })

  /** One state. True: the thread stands in another state now. */
  const step = async (execution: Execution, thread: Thread): Promise<boolean> => {
    const state = stateOf(execution, thread)
    const context = contextOf(execution, thread)
    const input = effective('InputPath' in state ? state.InputPath : undefined, thread.input, context)
    switch (state.Type) {
      case 'Wait': {
        if (thread.waitsFor === 'wait') return leave(execution, thread, state, input)
        sleep(execution, thread, 'wait', wakeInstant(state, input, context, clock.now()))
        return false
      }
      case 'Task': {
        const parameters =
          state.Parameters === undefined ? input : fillTemplate(state.Parameters, input, context)
        const result = await options.runTask(execution, state.Resource, parameters)
        if (!goesOn(execution, thread)) return false
        return leave(execution, thread, state, combine(state, thread, result, context))
      }
      case 'Pass': {
        const filled = state.Parameters === undefined ? input : fillTemplate(state.Parameters, input, context)
        const result = state.Result ?? filled
        return leave(execution, thread, state, placeResult(state.ResultPath, thread.input, result))
      }
      case 'Choice': {
        const rule = state.Choices.find((one) => ruleHolds(one, input, context))
        const next = rule ? String(rule['Next']) : state.Default
        if (!next) throw new StateFault('States.NoChoiceMatched', `No rule of ${thread.state} holds.`)
        return move(thread, next, effective(state.OutputPath, input, context))
      }
      case 'Map':
        beginMap(execution, thread, state, input, context)
        return false
      case 'Succeed':
        return finish(execution, thread, effective(state.OutputPath, input, context))
      case 'Fail':
        throw new StateFault(state.Error ?? 'States.TaskFailed', state.Cause ?? '')
    }
  }

  const leave = (
    execution: Execution,
    thread: Thread,
    state: { Next?: string | undefined; OutputPath?: string | null | undefined },
    output: unknown,
  ): boolean => {
    const given = effective(state.OutputPath, output, contextOf(execution, thread))
    return state.Next ? move(thread, state.Next, given) : finish(execution, thread, given)
  }

  const sleep = (execution: Execution, thread: Thread, waitsFor: 'wait' | 'retry', instant: number) => {
    thread.wakesAt = instant
    thread.waitsFor = waitsFor
    executions.save(execution)
    setAlarm(execution, thread)
  }

  const setAlarm = (execution: Execution, thread: Thread) => {
    const alarm = clock.at(thread.wakesAt!, () => {
      alarms.delete(thread)
      if (thread.waitsFor === 'retry') thread.waitsFor = undefined
      thread.wakesAt = undefined
      drive(execution, thread)
    })
    alarms.set(thread, alarm)
  }

  const beginMap = (
    execution: Execution,
    thread: Thread,
    state: MapState,
    input: unknown,
    context: Context,
  ) => {
    const items = demandPath(state.ItemsPath, input, context)
    if (!Array.isArray(items)) throw new StateFault('States.Runtime', `${state.ItemsPath} is no list.`)
    thread.map = { items, begun: 0, ended: 0, results: [] }
    beginItems(execution, thread, state)
  }

  /** Begins as many items as may run together; ends the Map when none is left. */
  const beginItems = (execution: Execution, thread: Thread, state: MapState) => {
    const map = thread.map!
    const started: Thread[] = []
    while (
      map.begun < map.items.length &&
      (!state.MaxConcurrency || map.begun - map.ended < state.MaxConcurrency)
    ) {
      const Index = map.begun++
      const item = { Index, Value: map.items[Index] }
      const context = { ...contextOf(execution, thread), Map: { Item: item } }
      const selected =
        state.ItemSelector === undefined
          ? item.Value
          : fillTemplate(state.ItemSelector, thread.input, context)
      started.push({
        path: [...thread.path, Index],
        scope: [...thread.scope, thread.state],
        state: state.ItemProcessor.StartAt,
        input: selected,
        attempts: [],
        item,
      })
    }
    execution.threads.push(...started)
    if (map.ended === map.items.length) {
      const context = contextOf(execution, thread)
      leave(execution, thread, state, combine(state, thread, map.results, context))
      executions.save(execution)
      drive(execution, thread)
      return
    }
    executions.save(execution)
    for (const one of started) drive(execution, one)
  }

  /** A thread has come to its end: the execution's own output, or one result of the Map around it. */
  const finish = (execution: Execution, thread: Thread, output: unknown): false => {
    const parent = parentOf(execution, thread)
    execution.threads = execution.threads.filter((one) => one !== thread)
    if (!parent) {
      conclude(execution, 'SUCCEEDED', { output })
      return false
    }
    parent.map!.results[thread.item!.Index] = output
    parent.map!.ended += 1
    beginItems(execution, parent, stateOf(execution, parent) as MapState)
    return false
  }

  /** Looks for a retrier or a catcher here and in the Maps around; without one the execution fails. */
  const fail = (execution: Execution, thread: Thread, fault: StateFault): void => {
    dropItems(execution, thread)
    const state = stateOf(execution, thread)
    if ('Retry' in state) {
      const index = state.Retry.findIndex(({ ErrorEquals }) => catches(ErrorEquals, fault.error))
      const retrier = state.Retry[index]
      const used = thread.attempts[index] ?? 0
      if (retrier && used < retrier.MaxAttempts) {
        thread.attempts[index] = used + 1
        sleep(execution, thread, 'retry', clock.now() + retryDelay(retrier, used))
        return
      }
      const catcher = state.Catch.find(({ ErrorEquals }) => catches(ErrorEquals, fault.error))
      if (catcher) {
        const result = { Error: fault.error, Cause: fault.message }
        move(thread, catcher.Next, placeResult(catcher.ResultPath, thread.input, result))
        executions.save(execution)
        drive(execution, thread)
        return
      }
    }
    const parent = parentOf(execution, thread)
    if (parent) fail(execution, parent, fault)
    else conclude(execution, 'FAILED', { error: fault.error, cause: fault.message })
  }

  const dropItems = (execution: Execution, thread: Thread) => {
    const below = execution.threads.filter(
      (one) => one.path.length > thread.path.length && startsWith(one, thread),
    )
    for (const one of below) alarms.get(one)?.cancel()
    execution.threads = execution.threads.filter((one) => !below.includes(one))
    thread.map = undefined
  }

  const conclude = (execution: Execution, status: Execution['status'], outcome: Partial<Execution>) => {
    for (const key of [execution, ...execution.threads]) alarms.get(key)?.cancel()
    Object.assign(execution, { status, stoppedAt: clock.now(), threads: [], ...outcome })
    executions.save(execution)
  }

  const limitTime = (execution: Execution) => {
    const seconds = options.workflow(execution.machineArn)?.TimeoutSeconds
    if (!seconds) return
    const instant = execution.startedAt + seconds * 1000
    const timeOut = () => conclude(execution, 'TIMED_OUT', { error: 'States.Timeout' })
    alarms.set(execution, clock.at(instant, timeOut, 'background'))
  }

  return {
    begin(execution) {
      const { StartAt } = options.workflow(execution.machineArn)!
      const root: Thread = { path: [], scope: [], state: StartAt, input: execution.input, attempts: [] }
      execution.threads = [root]
      executions.save(execution)
      limitTime(execution)
      drive(execution, root)
    },
    resume(execution) {
      limitTime(execution)
      for (const thread of execution.threads) {
        if (thread.wakesAt !== undefined) setAlarm(execution, thread)
        else if (!thread.map) drive(execution, thread)
      }
    },
    skipWait(execution) {
      const sleeping = execution.threads.filter(({ waitsFor }) => waitsFor === 'wait')
      for (const thread of sleeping) {
        alarms.get(thread)?.cancel()
        thread.wakesAt = undefined
        drive(execution, thread)
      }
      return sleeping.length
    },
    stop: (execution, error, cause) => conclude(execution, 'ABORTED', { error, cause }),
    close() {
      closed = true
    },
  }
}

function parentOf(execution: Execution, thread: Thread): Thread | undefined {
  return execution.threads.find(
    (one) => one.path.length === thread.path.length - 1 && startsWith(thread, one),
  )
}

function startsWith(inner: Thread, outer: Thread): boolean {
  return outer.path.every((index, depth) => inner.path[depth] === index)
}

function move(thread: Thread, next: string, input: unknown): true {
  Object.assign(thread, {
    state: next,
    input,
    attempts: [],
    wakesAt: undefined,
    waitsFor: undefined,
    map: undefined,
  })
  return true
}
