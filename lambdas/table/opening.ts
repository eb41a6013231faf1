/** Openings that are or were announced, one item each beside their property. */
import * as z from 'zod/mini'
import { Night } from '../../domain/nights.ts'
import type { Opening } from '../../domain/calendar.ts'
import { changing, getItem, putting, putItem, queryPage } from './client.ts'
import type { Item, Write } from './client.ts'
import { openingKey } from './keys.ts'

export const AnnouncedOpening = z.object({
  id: z.string(),
  propertyId: z.string(),
  /** `free`: stays that are free although nothing opened just then, such as dates free from the start. */
  kind: z.enum(['opening', 'season', 'free']),
  from: Night,
  to: Night,
  seenAt: z.iso.datetime({ offset: true }),
  confirmedAt: z.iso.datetime({ offset: true }),
  /** Messages accepted so far. */
  sentCount: z.int(),
})
export type AnnouncedOpening = z.infer<typeof AnnouncedOpening>

/** An opening's messages are read about for a season; after that its nights are long past. */
const keptDays = 400

export async function getOpening(
  propertyId: string,
  openingId: string,
): Promise<AnnouncedOpening | undefined> {
  const item = await getItem(openingKey(propertyId, openingId))
  return item && AnnouncedOpening.parse(item)
}

/** The openings of a property, at most `limit`, in no particular order of time. */
export async function listOpenings(propertyId: string, limit = 200): Promise<AnnouncedOpening[]> {
  const { pk, sk } = openingKey(propertyId, '')
  const page = await queryPage({ partition: pk, prefix: sk, limit })
  return page.items.map((item) => AnnouncedOpening.parse(item))
}

/** The write that records a confirmed opening; saying it again changes nothing. */
export function recordOpening(propertyId: string, opening: Opening): Write {
  const { id, kind, from, to, seenAt, at: confirmedAt } = opening
  return { Put: putting(openingItem({ id, propertyId, kind, from, to, seenAt, confirmedAt, sentCount: 0 })) }
}

/** Records stays that are free without an opening. False when this very one was recorded before. */
export function putFreeStays(opening: Omit<AnnouncedOpening, 'kind' | 'sentCount'>): Promise<boolean> {
  return putItem(openingItem({ ...opening, kind: 'free', sentCount: 0 }), {
    when: 'attribute_not_exists(#pk)',
  })
}

/** One accepted message more, as a step of the transaction that counts it. */
export function countingMessage(propertyId: string, openingId: string): Write {
  return { Update: changing(openingKey(propertyId, openingId), { add: { sentCount: 1 } }) }
}

function openingItem(opening: AnnouncedOpening): Item {
  return {
    ...openingKey(opening.propertyId, opening.id),
    ...opening,
    ttl: Math.floor(Date.parse(opening.confirmedAt) / 1000) + keptDays * 86_400,
  }
}
