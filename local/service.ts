/** The product's one clock on this machine: waits, delays, schedules and the functions' own `now` read it. */
export type Clock = {
  /** Milliseconds since the epoch, moved forward by `POST /local/clock/advance`. */
  now(): number
}

/** Who signed a call: the function whose own credentials were used, or nobody (a browser's unsigned call). */
export type Caller = { functionName: string } | undefined

/** One HTTP call to an AWS service, read whole. Header names are lower-case. */
export type ServiceRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer
  caller: Caller
}

export type ServiceResponse = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** An embedded AWS service: speaks the service's own wire protocol and keeps its data on disk. */
export type Service = {
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /** Flushes and releases files; the data is found again by the next start. */
  close(): Promise<void>
}
