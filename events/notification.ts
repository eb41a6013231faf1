import * as z from 'zod/mini'

/** Input of the state machine `announce-opening`; the execution is named after the opening. */
export const AnnounceOpening = z.object({
  propertyId: z.string(),
  openingId: z.string(),
  /** Guests are told in groups by their delay: priority at once, the others after theirs. */
  groups: z.array(z.object({ delaySeconds: z.int().check(z.gte(0)) })).check(z.minLength(1)),
})
export type AnnounceOpening = z.infer<typeof AnnounceOpening>

/** One page of one delay group. */
export const NotifyGuests = z.object({
  propertyId: z.string(),
  openingId: z.string(),
  delaySeconds: z.int(),
  cursor: z.optional(z.string()),
})
export type NotifyGuests = z.infer<typeof NotifyGuests>

/** What a page did; a cursor means that there is another. */
export const NotifiedGuests = z.object({ queued: z.int(), cursor: z.optional(z.string()) })
export type NotifiedGuests = z.infer<typeof NotifiedGuests>
