import * as z from 'zod'
import { StartupError } from '../startup-error.ts'

/** The part of the Amazon States Language (JSONPath) that this machine interprets. */

const Path = z.string().startsWith('$').nullable().optional()

const common = {
  Comment: z.string().optional(),
  QueryLanguage: z.literal('JSONPath').optional(),
  InputPath: Path,
  OutputPath: Path,
}
const flow = { Next: z.string().optional(), End: z.boolean().optional() }

const Retrier = z.object({
  ErrorEquals: z.array(z.string()),
  IntervalSeconds: z.number().default(1),
  MaxAttempts: z.number().default(3),
  BackoffRate: z.number().default(2),
  MaxDelaySeconds: z.number().optional(),
  JitterStrategy: z.enum(['FULL', 'NONE']).default('NONE'),
})
export type Retrier = z.infer<typeof Retrier>

const Catcher = z.object({ ErrorEquals: z.array(z.string()), Next: z.string(), ResultPath: Path })
const faults = { Retry: z.array(Retrier).default([]), Catch: z.array(Catcher).default([]) }

/** A comparison such as `{ Variable, IsPresent: true }`, or `And`, `Or`, `Not` around others. */
export type Rule = { [operator: string]: unknown }
const Rule: z.ZodType<Rule> = z.record(z.string(), z.unknown())

const Task = z.strictObject({
  Type: z.literal('Task'),
  ...common,
  ...flow,
  ...faults,
  Resource: z.string(),
  Parameters: z.unknown().optional(),
  ResultSelector: z.unknown().optional(),
  ResultPath: Path,
  TimeoutSeconds: z.number().optional(),
})
const Wait = z.strictObject({
  Type: z.literal('Wait'),
  ...common,
  ...flow,
  Seconds: z.number().optional(),
  SecondsPath: z.string().optional(),
  Timestamp: z.string().optional(),
  TimestampPath: z.string().optional(),
})
const Choice = z.strictObject({
  Type: z.literal('Choice'),
  ...common,
  Choices: z.array(Rule),
  Default: z.string().optional(),
})
const Pass = z.strictObject({
  Type: z.literal('Pass'),
  ...common,
  ...flow,
  Result: z.unknown().optional(),
  Parameters: z.unknown().optional(),
  ResultPath: Path,
})
const Succeed = z.strictObject({ Type: z.literal('Succeed'), ...common })
const Fail = z.strictObject({
  Type: z.literal('Fail'),
  Comment: z.string().optional(),
  Error: z.string().optional(),
  Cause: z.string().optional(),
})
/** The states that each item of a Map passes through. */
export type ItemProcessor = { StartAt: string; States: Record<string, State> }
const ItemProcessor: z.ZodType<ItemProcessor> = z.lazy(() =>
  z.object({
    ProcessorConfig: z.object({ Mode: z.literal('INLINE') }).optional(),
    StartAt: z.string(),
    States: z.record(z.string(), State),
  }),
)
const MapState = z.strictObject({
  Type: z.literal('Map'),
  ...common,
  ...flow,
  ...faults,
  ItemsPath: z.string().default('$'),
  ItemSelector: z.unknown().optional(),
  MaxConcurrency: z.number().default(0),
  ResultSelector: z.unknown().optional(),
  ResultPath: Path,
  ItemProcessor,
})

const State = z.discriminatedUnion('Type', [Task, Wait, Choice, Pass, Succeed, Fail, MapState])
export type State = z.infer<typeof State>
export type MapState = z.infer<typeof MapState>
export type TaskState = z.infer<typeof Task>

const Workflow = z.object({
  StartAt: z.string(),
  States: z.record(z.string(), State),
  TimeoutSeconds: z.number().optional(),
})
export type Workflow = z.infer<typeof Workflow>

/**
 * Reads a definition, refusing at the start whatever could not be run later.
 * @throws StartupError naming the machine and the part that is not understood
 */
export function readWorkflow(machineName: string, definition: unknown): Workflow {
  const read = Workflow.safeParse(definition)
  if (read.success) return read.data
  throw new StartupError(`State machine ${machineName} cannot run locally: ${z.prettifyError(read.error)}`)
}
