import * as z from 'zod/mini'
import { Channel } from '../domain/waitlist.ts'

/**
 * Tell one guest of one opening, over one channel or two. The message carries ids alone: what is said, and
 * whether it is still true, is read at the moment of sending. Both channels stand in one message so that none is
 * lost when the first one makes the request Notified.
 */
export const AlertJob = z.object({
  kind: z.literal('alert'),
  propertyId: z.string(),
  /** An opening's id, or `man_…` where a manager chose to tell this guest. */
  openingId: z.string(),
  entryId: z.string(),
  channels: z.array(Channel).check(z.minLength(1)),
})

/** Everything gathered for one address since its daily share of single alerts was used up (decision D7). */
export const DigestJob = z.object({
  kind: z.literal('digest'),
  /** Names what was put off: one address, channel and hour, so that a retry is the same digest. */
  deferredId: z.string(),
})

/** The six digits that prove an address (decision D5). */
export const CodeJob = z.object({
  kind: z.literal('code'),
  email: z.string(),
  code: z.string(),
  /** Names this request, so that a retry sends one message. */
  requestId: z.string(),
})

/** Something a manager wants to know. */
export const ManagerJob = z.object({
  kind: z.literal('manager'),
  managerId: z.string(),
  about: z.enum(['new_requests', 'held_drop', 'failing_calendar', 'trial_ending', 'trial_ended']),
  /** The property concerned, where there is one. */
  propertyId: z.optional(z.string()),
  /** Names the occasion (a hold, a failure's start, a digest's quarter hour): told once, whatever is retried. */
  occasionId: z.string(),
})

/** A message of the mail queue. */
export const MailJob = z.discriminatedUnion('kind', [AlertJob, DigestJob, CodeJob, ManagerJob])
export type MailJob = z.infer<typeof MailJob>
export type AlertJob = z.infer<typeof AlertJob>
export type DigestJob = z.infer<typeof DigestJob>
export type CodeJob = z.infer<typeof CodeJob>
export type ManagerJob = z.infer<typeof ManagerJob>

/** Input of the schedule that sends what was put off: digests, SMS after quiet hours, trial mail. */
export const ReleaseDeferred = z.object({ scheduledAt: z.iso.datetime({ offset: true }) })
export type ReleaseDeferred = z.infer<typeof ReleaseDeferred>

/**
 * What SES tells of a message through the configuration set's topic. Only what is used is named.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export const SesEvent = z.object({
  eventType: z.enum([
    'Send',
    'Delivery',
    'Bounce',
    'Complaint',
    'Reject',
    'Rendering Failure',
    'DeliveryDelay',
  ]),
  mail: z.object({
    messageId: z.string(),
    timestamp: z.string(),
    destination: z.array(z.string()),
    tags: z.optional(z.record(z.string(), z.array(z.string()))),
  }),
  bounce: z.optional(
    z.object({
      bounceType: z.enum(['Undetermined', 'Permanent', 'Transient']),
      bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
    }),
  ),
  complaint: z.optional(z.object({ complainedRecipients: z.array(z.object({ emailAddress: z.string() })) })),
})
export type SesEvent = z.infer<typeof SesEvent>

/** The envelope in which SNS hands messages to a function. */
export const SnsEnvelope = z.object({
  Records: z.array(z.object({ Sns: z.object({ MessageId: z.string(), Message: z.string() }) })),
})
