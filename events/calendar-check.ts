import * as z from 'zod/mini'

/** Input of the schedule that starts a round of checks. The instant is the schedule's own, so a retry picks the same round. */
export const DispatchChecks = z.object({ scheduledAt: z.iso.datetime({ offset: true }) })
export type DispatchChecks = z.infer<typeof DispatchChecks>

/**
 * A message of the check queue: up to 100 properties, sorted by calendar host so that one message meets one
 * host and properties with the same link share its fetch.
 */
export const CheckCalendars = z.object({
  /** Instant of the round that asked for this check. */
  roundAt: z.iso.datetime({ offset: true }),
  propertyIds: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
})
export type CheckCalendars = z.infer<typeof CheckCalendars>
