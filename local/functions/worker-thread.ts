import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { FunctionFailure, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts'

/** One Lambda sandbox: loads the bundle once, then handles one event after another. */

const setup = workerData as WorkerSetup
const port = parentPort!
const reply = (message: WorkerReply) => port.postMessage(message)

const RealDate = Date
shiftDate(setup.clockOffset)
captureOutput()
// Bundles are compiled once and shared by all workers and later starts.
enableCompileCache()

const loaded = import(pathToFileURL(setup.entry).href).then((module: Record<string, unknown>) => {
  const handler = module[setup.exportName]
  if (typeof handler !== 'function') throw new Error(`${setup.entry} exports no ${setup.exportName}`)
  return handler as (event: unknown, context: object) => unknown
})
// Reported with the first invocation, as Lambda does with a bundle that cannot be loaded.
loaded.catch(() => undefined)

port.on('message', (request: WorkerRequest) => void handle(request))

async function handle(request: WorkerRequest): Promise<void> {
  try {
    const handler = await loaded
    const result = await handler(request.event, contextOf(request))
    reply({ kind: 'result', payload: JSON.stringify(result ?? null) })
  } catch (error) {
    reply({ kind: 'failure', error: describe(error) })
  }
}

function contextOf(request: WorkerRequest): object {
  return {
    awsRequestId: request.requestId,
    functionName: request.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: request.functionArn,
    memoryLimitInMB: String(request.memoryMb),
    logGroupName: `/aws/lambda/${request.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(request.deadline - RealDate.now(), 0),
  }
}

function describe(error: unknown): FunctionFailure {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] }
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n'),
  }
}

/** Every `new Date()` and `Date.now()` of the function reads the product's clock. */
function shiftDate(offset: BigInt64Array): void {
  const Real = Date
  const now = () => Real.now() + Number(offset[0])
  globalThis.Date = class extends Real {
    constructor(...parts: unknown[]) {
      super(...((parts.length === 0 ? [now()] : parts) as [number]))
    }
    static override now = now
  } as DateConstructor
}

/** Lines are posted in order with results, so that each belongs to the invocation that printed it. */
function captureOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk: string | Uint8Array) => {
      reply({ kind: 'line', text: String(typeof chunk === 'string' ? chunk : Buffer.from(chunk)) })
      return true
    }
  }
}
