import { createHash } from 'node:crypto'

/**
 * Every key of the table: the only file that knows how they are spelled. Listing queries read an index
 * partition in the order of its sort key.
 */
export const indexes = { listing: 'gsi1', work: 'gsi2', address: 'gsi3' } as const

/** Shards of one slot of the active properties, so that a round of checks reads evenly. */
export const activeShards = 8

/** An address without the address: lower-cased and hashed, so that keys and logs hold nothing personal. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('base64url')
}

/** A number below `buckets` that is always the same for an id. */
function bucketOf(id: string, buckets: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % buckets
}

export const managerKey = (managerId: string) => ({ pk: `M#${managerId}`, sk: 'A' })
export const settingsKey = (managerId: string) => ({ pk: `M#${managerId}`, sk: 'SETTINGS' })
export const slugKey = (slug: string) => ({ pk: `SLUG#${slug}`, sk: 'A' })
export const propertyKey = (propertyId: string) => ({ pk: `P#${propertyId}`, sk: 'A' })
export const calendarKey = (propertyId: string) => ({ pk: `P#${propertyId}`, sk: 'CAL' })
export const openingKey = (propertyId: string, openingId: string) => ({
  pk: `P#${propertyId}`,
  sk: `O#${openingId}`,
})
export const entryKey = (entryId: string) => ({ pk: `E#${entryId}`, sk: 'A' })
/** What one opening did for one request over one channel. */
export const claimKey = (openingId: string, entryId: string, channel: string) => ({
  pk: `O#${openingId}`,
  sk: `N#${entryId}#${channel}`,
})
export const claimsOf = (openingId: string) => ({ pk: `O#${openingId}`, skPrefix: 'N#' })
/** Guard: the request in whose name an opening tells an address, which may have several requests. */
export const toldAddressKey = (openingId: string, hash: string, channel: string) => ({
  pk: `O#${openingId}`,
  sk: `T#${hash}#${channel}`,
})
/** Guard: the one-time code that was mailed for a request. */
export const codeMailKey = (requestId: string) => ({ pk: `CODEMAIL#${requestId}`, sk: 'A' })
/** Guard: the request that a guest already has for these dates of a property. */
export const sameWishKey = (propertyId: string, hash: string, dates: string) => ({
  pk: `P#${propertyId}`,
  sk: `D#${hash}#${dates}`,
})
/** Guard: what a client-made key already did. */
export const requestKey = (scope: string, key: string) => ({ pk: `KEY#${scope}#${key}`, sk: 'A' })
export const codeKey = (hash: string) => ({ pk: `CODE#${hash}`, sk: 'A' })
export const guestTokenKey = (tokenHash: string) => ({ pk: `TOKEN#${tokenHash}`, sk: 'A' })
/** Counter of attempts from one source within one window of time. */
export const throttleKey = (what: string, who: string, windowStart: string) => ({
  pk: `RATE#${what}#${who}`,
  sk: windowStart,
})
/** What stops further messages to an address or a number. */
export const suppressionKey = (hash: string) => ({ pk: `MUTE#${hash}`, sk: 'A' })
/** Alerts sent to an address on one day, for the daily share. */
export const dailyAlertsKey = (hash: string, day: string) => ({ pk: `DAY#${hash}`, sk: day })
/** A message put off, with what it will say gathered under it. */
export const deferredKey = (id: string) => ({ pk: `LATER#${id}`, sk: 'A' })
/** Guard: an occasion that a manager was told of. */
export const occasionKey = (managerId: string, occasionId: string) => ({
  pk: `M#${managerId}`,
  sk: `TOLD#${occasionId}`,
})

/** gsi1, the manager's and the public's lists. */
export const directoryListing = (companyName: string, managerId: string) => ({
  gsi1pk: `DIR#${directoryLetter(companyName)}`,
  gsi1sk: `${companyName.toLowerCase()}#${managerId}`,
})
/** The directory's partitions, in the order in which its pages run. */
export const directoryLetters = [...'abcdefghijklmnopqrstuvwxyz', '~']
function directoryLetter(companyName: string): string {
  const first = companyName.trim().normalize('NFD').charAt(0).toLowerCase()
  return /[a-z]/.test(first) ? first : '~'
}
export const propertyListing = (managerId: string, propertyId: string) => ({
  gsi1pk: `M#${managerId}#P`,
  gsi1sk: propertyId,
})
export const entryListing = (managerId: string, createdAt: string, entryId: string) => ({
  gsi1pk: `M#${managerId}#E`,
  gsi1sk: `${createdAt}#${entryId}`,
})

/** The log of one request: what was sent for it, oldest first. */
export const messageListing = (entryId: string, createdAt: string, openingId: string, channel: string) => ({
  gsi1pk: `E#${entryId}#N`,
  gsi1sk: `${createdAt}#${openingId}#${channel}`,
})
export const messagesPartition = (entryId: string) => `E#${entryId}#N`

/** A key in the only letters that a tag of a mail may hold, so that the provider's events name the item. */
export const keyToTag = (key: { pk: string; sk: string }) =>
  Buffer.from(JSON.stringify([key.pk, key.sk])).toString('base64url')
/** Undefined for what no `keyToTag` made. */
export function keyFromTag(tag: string): { pk: string; sk: string } | undefined {
  try {
    const [pk, sk] = JSON.parse(Buffer.from(tag, 'base64url').toString('utf8')) as unknown[]
    return typeof pk === 'string' && typeof sk === 'string' ? { pk, sk } : undefined
  } catch {
    return undefined
  }
}

/** gsi2, what the background work reads; sparse: an item is in it only while it is work. */
export type CheckSlot = 'quarter' | 'hour-0' | 'hour-1' | 'hour-2' | 'hour-3'

/** The quarter of the hour in which a property that nobody waits for is checked. */
export function hourlySlot(propertyId: string): CheckSlot {
  return `hour-${bucketOf(propertyId, 4) as 0 | 1 | 2 | 3}`
}
/** The quarter of the day, 0 to 95, in which a property is looked at in full. */
export const dailyRound = (propertyId: string) => bucketOf(propertyId, 96)
export const activeWork = (slot: CheckSlot, propertyId: string, host: string) => ({
  gsi2pk: activePartition(slot, bucketOf(propertyId, activeShards)),
  gsi2sk: `${host}#${propertyId}`,
})
export const activePartition = (slot: CheckSlot, shard: number) => `ACT#${slot}#${shard}`
/** Waiting requests, priority first: a delay group's page begins at its own delay. */
export const waitingWork = (propertyId: string, delayHours: number, entryId: string) => ({
  gsi2pk: waitingPartition(propertyId),
  gsi2sk: `${waitingPrefix(delayHours)}${entryId}`,
})
export const waitingPrefix = (delayHours: number) => `${String(delayHours).padStart(3, '0')}#`
export const waitingPartition = (propertyId: string) => `P#${propertyId}#W`
/** Put-off messages, by the instant they are due. */
export const deferredWork = (dueAt: string, id: string) => ({
  gsi2pk: deferredPartition,
  gsi2sk: `${dueAt}#${id}`,
})
export const deferredPartition = 'LATER'

/** gsi3, keys only: the requests of an address. */
export const addressListing = (email: string, createdAt: string, entryId: string) => ({
  gsi3pk: `G#${addressHash(email)}`,
  gsi3sk: `${createdAt}#${entryId}`,
})
export const addressPartition = (hash: string) => `G#${hash}`
