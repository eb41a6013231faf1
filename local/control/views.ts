import type { Feed } from '../feeds.ts'
import type { Execution } from '../states/execution.ts'

/** An execution as the console and programs read it. */
export type ExecutionView = {
  id: string
  machine: string
  status: Execution['status']
  startedAt: string
  stoppedAt?: string
  input: unknown
  output?: unknown
  error?: string
  cause?: string
  /** Where it stands: a Map that waits for its items is left out. */
  steps: { state: string; waitingUntil?: string; retry?: boolean }[]
}

export function viewExecution(execution: Execution, machine: string): ExecutionView {
  const { stoppedAt, output, error, cause } = execution
  return {
    id: execution.name,
    machine,
    status: execution.status,
    startedAt: iso(execution.startedAt),
    ...(stoppedAt !== undefined && { stoppedAt: iso(stoppedAt) }),
    input: execution.input,
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(cause !== undefined && { cause }),
    steps: execution.threads
      .filter(({ map }) => !map)
      .map(({ state, wakesAt, waitsFor }) => ({
        state,
        ...(wakesAt !== undefined && { waitingUntil: iso(wakesAt) }),
        ...(waitsFor === 'retry' && { retry: true }),
      })),
  }
}

/** A calendar with its text as it is, whatever fault keeps readers from it. */
export function viewFeed({ name, body, modifiedAt, fault }: Feed, endpoint: string): object {
  return {
    name,
    url: `${endpoint}/local/feeds/${encodeURIComponent(name)}.ics`,
    modifiedAt,
    fault: fault ?? null,
    body,
  }
}

function iso(instant: number): string {
  return new Date(instant).toISOString()
}
