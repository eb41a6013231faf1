/** A step of the graduated price: properties up to and including `upTo` cost `unitCents` a month each. */
export type PriceTier = { upTo: number; unitCents: number }

/** Monthly price per active property (decision D8). The same table creates the price at the card provider. */
export const priceTiers: readonly PriceTier[] = [
  { upTo: 1, unitCents: 0 },
  { upTo: 6, unitCents: 145 },
  { upTo: 11, unitCents: 130 },
  { upTo: Infinity, unitCents: 120 },
]

/** Days that everything works without a card, counted from sign-up. */
export const trialDays = 14

/** Active properties that stay free without trial or subscription. */
export const freeProperties = 1

/** Monthly cost in cents of `activeProperties` (a whole number, zero or more), each tier at its own price. */
export function monthlyCostCents(activeProperties: number): number {
  let cost = 0
  let counted = 0
  for (const { upTo, unitCents } of priceTiers) {
    const inTier = Math.max(0, Math.min(activeProperties, upTo) - counted)
    cost += inTier * unitCents
    counted += inTier
  }
  return cost
}
