import { randomUUID } from 'node:crypto'
import type { Activity } from '../activity.ts'
import type { Assembly, MachineDefinition } from '../assembly/model.ts'
import type { AlarmClock } from '../clock.ts'
import type { Database } from '../database.ts'
import type { Functions } from '../functions/functions.ts'
import { allows } from '../iam/policy.ts'
import type { Service } from '../service.ts'
import { ServiceFault, serveJson } from '../wire.ts'
import type { Input } from '../wire.ts'
import { readWorkflow } from './definition.ts'
import { createExecutions } from './execution.ts'
import type { Execution } from './execution.ts'
import { createInterpreter } from './interpreter.ts'
import { StateFault } from './state-fault.ts'

export type StepFunctions = Service & {
  /** Newest first. */
  list(): Execution[]
  machineName(arn: string): string
  /** Ends the waits of an execution; undefined: there is no such execution. */
  skipWait(name: string): number | undefined
  /** Takes up executions that an earlier process left running. */
  resume(): void
}

export type StatesOptions = {
  machines: MachineDefinition[]
  roles: Assembly['roles']
  database: Database
  clock: AlarmClock
  activity: Activity
  functions: Functions
}

/** Step Functions: starting, watching and stopping executions of the template's state machines. */
export function createStepFunctions(options: StatesOptions): StepFunctions {
  const { machines, roles, clock, functions } = options
  const executions = createExecutions(options.database)
  const workflows = new Map(
    machines.map(({ arn, name, definition }) => [arn, readWorkflow(name, definition)]),
  )
  const machineOf = (arn: unknown): MachineDefinition => {
    const machine = machines.find((one) => one.arn === arn)
    if (machine) return machine
    throw new ServiceFault('StateMachineDoesNotExist', `State Machine Does Not Exist: '${String(arn)}'`)
  }
  const executionOf = (arn: unknown): Execution => {
    const execution = executions.find(String(arn))
    if (execution) return execution
    throw new ServiceFault('ExecutionDoesNotExist', `Execution Does Not Exist: '${String(arn)}'`)
  }

  const invoke = async (execution: Execution, functionArn: string, payload: unknown): Promise<unknown> => {
    const access = { action: 'lambda:InvokeFunction', resource: functionArn }
    if (!allows(roles.get(machineOf(execution.machineArn).roleArn) ?? [], access)) {
      throw new StateFault('Lambda.AWSLambdaException', `The machine's role may not invoke ${functionArn}.`)
    }
    const outcome = await functions.invoke(functionArn, payload)
    if (outcome.ok) return outcome.payload
    throw new StateFault(outcome.error.errorType, JSON.stringify(outcome.error))
  }

  const interpreter = createInterpreter({
    executions,
    clock,
    activity: options.activity,
    workflow: (arn) => workflows.get(arn),
    async runTask(execution, resource, input) {
      if (resource.startsWith('arn:aws:lambda:')) return invoke(execution, resource, input)
      if (resource === 'arn:aws:states:::lambda:invoke') {
        const { FunctionName, Payload } = input as Input
        return { StatusCode: 200, Payload: await invoke(execution, String(FunctionName), Payload) }
      }
      throw new StateFault('States.Runtime', `The resource ${resource} is not supported locally.`)
    },
  })

  const start = (input: Input) => {
    const machine = machineOf(input['stateMachineArn'])
    const name = String(input['name'] ?? randomUUID())
    // Names hold up to 80 characters, of which some are not allowed.
    if (!/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/.test(name))
      throw new ServiceFault('InvalidName', `Invalid Name: '${name}'`)
    const arn = `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`
    const given = readInput(input['input'])
    const known = executions.find(arn)
    if (known) {
      const same = known.status === 'RUNNING' && JSON.stringify(known.input) === JSON.stringify(given)
      if (same) return { executionArn: arn, startDate: known.startedAt / 1000 }
      throw new ServiceFault('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`)
    }
    const execution: Execution = {
      arn,
      machineArn: machine.arn,
      name,
      input: given,
      status: 'RUNNING',
      startedAt: clock.now(),
      threads: [],
    }
    interpreter.begin(execution)
    return { executionArn: arn, startDate: execution.startedAt / 1000 }
  }

  const actions = {
    StartExecution: start,
    DescribeExecution: (input: Input) => describe(executionOf(input['executionArn'])),
    StopExecution: (input: Input) => {
      const execution = executionOf(input['executionArn'])
      const text = (name: string) => (input[name] === undefined ? undefined : String(input[name]))
      if (execution.status === 'RUNNING') interpreter.stop(execution, text('error'), text('cause'))
      return { stopDate: (execution.stoppedAt ?? clock.now()) / 1000 }
    },
    ListExecutions: (input: Input) => {
      const { arn } = machineOf(input['stateMachineArn'])
      const wanted = input['statusFilter']
      const matching = executions
        .list()
        .filter(({ machineArn, status }) => machineArn === arn && (wanted === undefined || wanted === status))
      return { executions: matching.map(summarize) }
    },
  }

  return {
    list: () => executions.list(),
    machineName: (arn) => machines.find((one) => one.arn === arn)?.name ?? arn,
    skipWait(name) {
      const execution = executions.list().find((one) => one.name === name)
      return execution && interpreter.skipWait(execution)
    },
    resume() {
      for (const execution of executions.list())
        if (execution.status === 'RUNNING') interpreter.resume(execution)
    },
    handle: (request) => serveJson(actions, request),
    async close() {
      interpreter.close()
    },
  }
}

function readInput(text: unknown): unknown {
  try {
    return JSON.parse(String(text ?? '{}'))
  } catch {
    throw new ServiceFault('InvalidExecutionInput', 'Invalid State Machine Execution Input')
  }
}

function summarize({ arn, machineArn, name, status, startedAt, stoppedAt }: Execution): object {
  return {
    executionArn: arn,
    stateMachineArn: machineArn,
    name,
    status,
    startDate: startedAt / 1000,
    ...(stoppedAt !== undefined && { stopDate: stoppedAt / 1000 }),
  }
}

function describe(execution: Execution): object {
  const { input, output, error, cause } = execution
  return {
    ...summarize(execution),
    input: JSON.stringify(input),
    ...(output !== undefined && { output: JSON.stringify(output) }),
    error,
    cause,
  }
}
