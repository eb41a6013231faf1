import * as z from 'zod/mini'

/**
 * What each function is told by its environment: the only reader of `process.env`. A function's schema names
 * its variables and nothing more, so the stack and the code can be held against each other.
 */

const given = z.string().check(z.minLength(1))

const variables = z.object({
  TABLE_NAME: given,
  LOGO_BUCKET: given,
  MAIL_QUEUE_URL: given,
  CHECK_QUEUE_URL: given,
  OPENING_MACHINE_ARN: given,
  /** Origin of the managers' pages, like `https://app.example.com`, without a slash at its end. */
  APP_URL: z.url(),
  /** Origin of the guests' pages. */
  WAITLIST_URL: z.url(),
  /** Every `host:port`, with commas between, whose calendars may be read over plain http; empty for none. */
  FEED_HTTP_HOSTS: z.string(),
  /** The verified address that all mail leaves from. */
  MAIL_FROM: given,
  MAIL_CONFIGURATION_SET: given,
  /** Messages a second that the mail account may send. */
  MAIL_RATE_PER_SECOND: z.coerce.number().check(z.positive()),
})

export const TableEnv = z.pick(variables, { TABLE_NAME: true })
export const MailQueueEnv = z.pick(variables, { MAIL_QUEUE_URL: true })
export const ManagerApiEnv = z.pick(variables, {
  TABLE_NAME: true,
  LOGO_BUCKET: true,
  MAIL_QUEUE_URL: true,
  CHECK_QUEUE_URL: true,
  APP_URL: true,
  WAITLIST_URL: true,
  OPENING_MACHINE_ARN: true,
})
export const CheckNowEnv = z.pick(variables, {
  TABLE_NAME: true,
  OPENING_MACHINE_ARN: true,
  MAIL_QUEUE_URL: true,
  FEED_HTTP_HOSTS: true,
})
export const GuestApiEnv = z.pick(variables, {
  TABLE_NAME: true,
  MAIL_QUEUE_URL: true,
  APP_URL: true,
  WAITLIST_URL: true,
})
export const DispatchChecksEnv = z.pick(variables, { TABLE_NAME: true, CHECK_QUEUE_URL: true })
export const CheckCalendarsEnv = CheckNowEnv
export const NotifyGuestsEnv = z.pick(variables, { TABLE_NAME: true, MAIL_QUEUE_URL: true })
export const SendMailEnv = z.pick(variables, {
  TABLE_NAME: true,
  MAIL_QUEUE_URL: true,
  MAIL_FROM: true,
  MAIL_CONFIGURATION_SET: true,
  MAIL_RATE_PER_SECOND: true,
  APP_URL: true,
  WAITLIST_URL: true,
})
export const MailFeedbackEnv = TableEnv
export const ReleaseDeferredEnv = NotifyGuestsEnv
export const CustomMessageEnv = z.pick(variables, { APP_URL: true })
export const ConfirmManagerEnv = TableEnv

const parsed = new WeakMap<z.ZodMiniType, unknown>()

/**
 * The environment by a function's schema, parsed once per process.
 *
 * @throws an Error that names each missing or unusable variable, never its value
 */
export function readEnv<Schema extends z.ZodMiniType>(schema: Schema): z.output<Schema> {
  if (!parsed.has(schema)) {
    const result = z.safeParse(schema, process.env)
    if (!result.success) {
      const names = result.error.issues.map((issue) => issue.path.join('.'))
      throw new Error(`The environment lacks a usable ${names.join(', ')}`)
    }
    parsed.set(schema, result.data)
  }
  return parsed.get(schema) as z.output<Schema>
}
