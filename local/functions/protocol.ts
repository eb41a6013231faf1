/** What the main thread tells a worker at its start. */
export type WorkerSetup = {
  entry: string
  exportName: string
  /** Shared with the clock: milliseconds to add to this machine's time. */
  clockOffset: BigInt64Array
}

export type WorkerRequest = {
  requestId: string
  event: unknown
  functionName: string
  functionArn: string
  memoryMb: number
  /** Real time (milliseconds since the epoch) at which the invocation is cut off. */
  deadline: number
}

export type WorkerReply =
  | { kind: 'line'; text: string }
  | { kind: 'result'; payload: string }
  | { kind: 'failure'; error: FunctionFailure }

/** A failed invocation in the shape in which Lambda reports it. */
export type FunctionFailure = { errorType: string; errorMessage: string; trace: string[] }
