import { monthlyCostCents } from '../../domain/pricing.ts'
import { Problem } from '../../domain/problem.ts'
import type { Handler } from '../lib/http.ts'
import { ownManager } from './own.ts'

export const checkSubscription: Handler<'checkSubscription'> = async (call) => {
  const { subscribed, subscriptionActive, trialEndsAt, activeProperties } = await ownManager(call)
  return {
    subscribed,
    subscriptionActive,
    trialEndsAt,
    propertyCount: activeProperties,
    monthlyCostCents: monthlyCostCents(activeProperties),
  }
}

export const createCheckout: Handler<'createCheckout'> = async () => {
  throw new Problem('billing_unavailable')
}

export const openCustomerPortal: Handler<'openCustomerPortal'> = async () => {
  throw new Problem('billing_unavailable')
}
