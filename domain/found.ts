/** What was found: openings and holds, under ids that a retried check finds again. */
import { blockedNights } from './calendar.ts'
import type { CalendarState, Hold, HoldReason, Opening } from './calendar.ts'
import { intersect, lastNight, nightsBetween, subtract, unite } from './nights.ts'
import type { Night, NightRange } from './nights.ts'

/** D2: a release of this many nights is told as "calendar opened". */
export const seasonNights = 30

/**
 * One opening per run. Its id follows from the property, the nights and the reading that first saw them, so that
 * a retried check finds the same opening, and it fits an execution's name (80 characters of `A-Za-z0-9-_`).
 */
export function openingsOf(nights: NightRange[], seenAt: string, propertyId: string, now: string): Opening[] {
  return unite(nights).map(({ from, to }) => ({
    id: `open_${identity(propertyId, from, to, seenAt)}`,
    kind: nightsBetween(from, to) >= seasonNights ? 'season' : 'opening',
    from,
    to,
    seenAt,
    at: now,
  }))
}

/** A hold of these nights; an empty feed's names its link and counts no good readings. */
export function holdOf(
  reason: HoldReason,
  nights: NightRange[],
  propertyId: string,
  at: string,
  link?: string,
): Hold {
  const from = nights[0]?.from ?? at.slice(0, 10)
  const id = `hold_${identity(propertyId, from, nights.at(-1)?.to ?? from, at)}`
  return { id, reason, nights: unite(nights), at, ...(link ? { link } : { goodSince: at }) }
}

function identity(propertyId: string, from: Night, to: Night, at: string): string {
  const short = (night: Night) => night.slice(2).replaceAll('-', '')
  return `${propertyId.replace(/^prop_/, '')}_${short(from)}_${short(to)}_${Date.parse(at).toString(36)}`
}

/** The parts of `nights` that no link blocks, from today on. */
export function stillUnblocked(nights: NightRange[], state: CalendarState, today: Night): NightRange[] {
  return clipPast(subtract(unite(nights), blockedNights(state)), today)
}

/** The nights from today on. */
export function clipPast(nights: NightRange[], today: Night): NightRange[] {
  return intersect(nights, [{ from: today, to: lastNight }])
}
