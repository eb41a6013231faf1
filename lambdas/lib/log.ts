import { Logger } from '@aws-lambda-powertools/logger'

/** Ids, codes and counts: all that a line may say beside its fixed message. */
export type LogFields = Record<string, string | number | boolean | null | undefined | readonly string[]>

const emailAddress = /[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:]+/g
const phoneNumber = /\+\d{7,15}/g

/** The last line of defence: whatever looks like an address or a number leaves its value out. */
function redact(_key: string, value: unknown): unknown {
  return typeof value === 'string'
    ? value.replace(emailAddress, '[email]').replace(phoneNumber, '[phone]')
    : value
}

const logger = new Logger({ jsonReplacerFn: redact })

/**
 * Where an error comes from, without its words: messages of parsers and of services quote what they were
 * given, which may be a guest's name.
 */
function originOf(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { error: error.name, code, stack: frames.map((line) => line.trim()) }
}

/** JSON lines for the log. Nothing personal belongs in them: no names, addresses, numbers or messages. */
export const log = {
  /** Starts the lines of one invocation: each carries its request id from here on. */
  begin(requestId: string): void {
    logger.resetKeys()
    logger.appendKeys({ requestId })
  },
  info(message: string, fields: LogFields = {}): void {
    logger.info(message, fields)
  },
  warn(message: string, fields: LogFields = {}): void {
    logger.warn(message, fields)
  },
  /** Tells of a fault by its name, code and stack. */
  error(message: string, error: unknown, fields: LogFields = {}): void {
    logger.error(message, { ...originOf(error), ...fields })
  },
}
