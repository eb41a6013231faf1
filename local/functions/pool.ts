import { Worker } from 'node:worker_threads'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FunctionDefinition } from '../assembly/model.ts'
import type { AlarmClock } from '../clock.ts'
import type { AccessKey, Credentials } from './credentials.ts'
import type { FunctionFailure, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts'

export type Invocation = { ok: true; payload: unknown } | { ok: false; error: FunctionFailure }

/** One function's sandboxes: each handles one event at a time; more are started when all are busy. */
export type Pool = {
  invoke(event: unknown): Promise<Invocation>
  close(): Promise<void>
}

export type PoolSettings = {
  clock: AlarmClock
  credentials: Credentials
  endpoint: string
  /** On top of each function's own. */
  environment: Record<string, string>
  maxWorkers: number
  onLine(line: LogLine): void
}

export type LogLine = { functionName: string; requestId: string; text: string }

type Sandbox = {
  worker: Worker
  terminate(): void
  current?: { requestId: string; finish(outcome: Invocation): void }
  reaper?: NodeJS.Timeout
}

/** An idle sandbox costs some 20 MB; a minute bridges the pauses of somebody clicking around. */
const idleMilliseconds = 60_000

/**
 * The worker's program with its types already stripped: a worker that strips them itself loads the whole
 * stripper first, which costs each of them some 20 MB and as many milliseconds.
 */
const workerProgram = new URL(
  `data:text/javascript,${encodeURIComponent(
    stripTypeScriptTypes(readFileSync(new URL('./worker-thread.ts', import.meta.url), 'utf8')),
  )}`,
)

export function createPool(definition: FunctionDefinition, settings: PoolSettings): Pool {
  const sandboxes = new Set<Sandbox>()
  const idle: Sandbox[] = []
  const waiting: ((sandbox: Sandbox | undefined) => void)[] = []
  let closed = false

  const start = (): Sandbox => {
    const key = settings.credentials.issue(definition.logicalId, {
      functionName: definition.name,
      roleArn: definition.roleArn,
      terminate: () => sandbox.terminate(),
    })
    const setup: WorkerSetup = {
      entry: definition.entry,
      exportName: definition.exportName,
      clockOffset: settings.clock.offset,
    }
    const worker = new Worker(workerProgram, {
      workerData: setup,
      env: { ...environment(definition, key, settings.endpoint), ...settings.environment },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: {
        maxOldGenerationSizeMb: definition.memoryMb,
        // Left alone, a busy sandbox takes 100 MB for short-lived objects alone; this is as fast.
        maxYoungGenerationSizeMb: 16,
      },
    })
    const sandbox: Sandbox = { worker, terminate: () => fail('Runtime.ExitError', 'the runtime was stopped') }
    sandboxes.add(sandbox)

    const fail = (errorType: string, errorMessage: string) => {
      discard(sandbox)
      sandbox.current?.finish({ ok: false, error: { errorType, errorMessage, trace: [] } })
    }
    worker.on('message', (message: WorkerReply) => {
      if (message.kind === 'line') {
        const requestId = sandbox.current?.requestId ?? ''
        settings.onLine({ functionName: definition.name, requestId, text: message.text })
        return
      }
      const { current } = sandbox
      release(sandbox)
      current?.finish(
        message.kind === 'result'
          ? { ok: true, payload: JSON.parse(message.payload) }
          : { ok: false, error: message.error },
      )
    })
    worker.on('error', (error) => fail('Runtime.ExitError', String(error)))
    worker.on('exit', () => fail('Runtime.ExitError', 'the runtime exited'))
    return sandbox
  }

  const discard = (sandbox: Sandbox) => {
    if (!sandboxes.delete(sandbox)) return
    clearTimeout(sandbox.reaper)
    const position = idle.indexOf(sandbox)
    if (position >= 0) idle.splice(position, 1)
    void sandbox.worker.terminate()
    const next = closed ? undefined : waiting.shift()
    if (next) next(start())
  }

  const release = (sandbox: Sandbox) => {
    delete sandbox.current
    if (!sandboxes.has(sandbox)) return
    const next = waiting.shift()
    if (next) return next(sandbox)
    idle.push(sandbox)
    sandbox.reaper = setTimeout(() => discard(sandbox), idleMilliseconds)
    sandbox.reaper.unref()
  }

  const acquire = async (): Promise<Sandbox | undefined> => {
    const free = idle.pop()
    if (free) {
      clearTimeout(free.reaper)
      return free
    }
    if (sandboxes.size < settings.maxWorkers) return start()
    return new Promise((resolve) => waiting.push(resolve))
  }

  return {
    async invoke(event) {
      if (closed) return stopped
      const sandbox = await acquire()
      if (!sandbox) return stopped
      const requestId = randomUUID()
      const deadline = Date.now() + definition.timeoutSeconds * 1000
      return new Promise<Invocation>((resolve) => {
        const cutOff = setTimeout(() => {
          discard(sandbox)
          finish({
            ok: false,
            error: {
              errorType: 'Sandbox.Timedout',
              errorMessage: `Task timed out after ${definition.timeoutSeconds}.00 seconds`,
              trace: [],
            },
          })
        }, definition.timeoutSeconds * 1000)
        const finish = (outcome: Invocation) => {
          clearTimeout(cutOff)
          resolve(outcome)
        }
        sandbox.current = { requestId, finish }
        const request: WorkerRequest = {
          requestId,
          event,
          functionName: definition.name,
          functionArn: definition.arn,
          memoryMb: definition.memoryMb,
          deadline,
        }
        sandbox.worker.postMessage(request)
      })
    },
    async close() {
      closed = true
      for (const resolve of waiting.splice(0)) resolve(undefined)
      const running = [...sandboxes]
      for (const sandbox of running) sandbox.terminate()
      await Promise.all(running.map(({ worker }) => worker.terminate()))
    },
  }
}

const stopped: Invocation = {
  ok: false,
  error: { errorType: 'Runtime.ExitError', errorMessage: 'the stack is closing', trace: [] },
}

/** What Lambda sets, and an endpoint in place of AWS's: the code of the function cannot tell the difference. */
function environment(definition: FunctionDefinition, key: AccessKey, endpoint: string): NodeJS.ProcessEnv {
  return {
    ...definition.environment,
    TZ: 'UTC',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    // The developer's own AWS profile must not leak in.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  }
}
