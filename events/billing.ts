import * as z from 'zod/mini'

/**
 * What is read of the card provider's event: never its content but only whom it is about, because the order of
 * events is not guaranteed and the subscription is read again (decision D8).
 */
export const StripeEvent = z.object({
  id: z.string(),
  type: z.enum([
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'invoice.payment_failed',
  ]),
  data: z.object({ object: z.looseObject({ customer: z.string() }) }),
})
export type StripeEvent = z.infer<typeof StripeEvent>
