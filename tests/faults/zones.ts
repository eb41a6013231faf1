/** Where and when stories take place, told from an instant of the product's clock. */

/** A zone in which it is `hourOfDay` o'clock at `now`. */
export function zoneAt(now: string, hourOfDay: number): string {
  const offset = ((hourOfDay - new Date(now).getUTCHours() + 36) % 24) - 12
  // Etc zones count the other way round.
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** The plain date `days` after `now`, in UTC. */
export function dayAfter(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10)
}
