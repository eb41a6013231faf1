import type { LogLine } from './functions/pool.ts'

/** What a boot of the stack may be told. */
export type StackOptions = {
  /** Directory that `cdk synth` wrote. */
  assembly: string
  /** Where data is kept over a restart; in memory without it. */
  dataDir?: string
  /** 0 takes any free port. */
  port?: number
  /** ISO instant at which the product's clock stands on first start; real time without it. */
  startAt?: string
  /** Values for template parameters, over the local ones. */
  parameters?: Record<string, string>
  /**
   * Environment that every function gets on top of its own. `AWS_MAX_ATTEMPTS: '1'` leaves it to queues and
   * executions, whose pauses cost nothing on this clock, to retry what a fault test refuses.
   */
  environment?: Record<string, string>
  /** Sandboxes that one function may have at a time; more than the machine's cores only costs memory. */
  maxWorkers?: number
  /** Mails a second that the embedded SES accepts; any number without it. */
  mailRatePerSecond?: number
  /** The console's built page. */
  consoleDir?: string
  /** Called once the port is ours and the template is understood, before any data is opened. */
  beforeData?(): void
  /** Told of every line that a function prints. */
  onLine?(line: LogLine): void
}
