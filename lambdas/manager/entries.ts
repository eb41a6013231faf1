import { Problem } from '../../domain/problem.ts'
import type { ListedEntry, SentMessage } from '../../events/api.ts'
import type { Handler } from '../lib/http.ts'
import { listClaimsOfEntry } from '../table/claim.ts'
import type { Claim } from '../table/claim.ts'
import * as table from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { getProperties, getProperty, settleSlot } from '../table/property.ts'
import { managerIdOf } from './new-manager.ts'
import { ownEntry } from './own.ts'

/** Requests of one answer: some 50 kB. */
const pageSize = 100

/** Requests with the names of their properties. */
export async function withPropertyNames(rows: readonly EntryRow[]): Promise<ListedEntry[]> {
  const properties = await getProperties(rows.map((row) => row.propertyId))
  return rows.map((row) => ({ ...row, propertyName: properties.get(row.propertyId)?.name ?? null }))
}

export const listEntries: Handler<'listEntries'> = async ({ claims, query }) => {
  const page = await table.listEntries(managerIdOf(claims), { limit: pageSize, cursor: query.cursor })
  return { entries: await withPropertyNames(page.rows), nextCursor: page.nextCursor }
}

/** Each failed attempt means that the guest changed the request, or it was told, at that moment. */
const mostAttempts = 3

export const setEntryPriority: Handler<'setEntryPriority'> = async (call) => {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const row = await ownEntry(call, call.params.entryId)
    const changed = await table.setPriority(row, call.body.isPriority, call.now)
    if (changed) return (await withPropertyNames([changed]))[0]!
  }
  throw new Problem('changed_meanwhile')
}

export const removeEntry: Handler<'removeEntry'> = async (call) => {
  const row = await ownEntry(call, call.params.entryId)
  if (!(await table.removeEntry(row.id))) throw new Problem('entry_not_found')
  const property = await getProperty(row.propertyId)
  if (property) await settleSlot(property)
}

/** A message as the log shows it: one that was put off is still waiting. */
export const toSentMessage = (claim: Claim): SentMessage => ({
  entryId: claim.entryId,
  openingId: claim.openingId,
  channel: claim.channel,
  to: claim.to,
  result: claim.state === 'deferred' ? 'waiting' : claim.state,
  at: claim.at,
  providerId: claim.providerId ?? null,
})

export const listEntryMessages: Handler<'listEntryMessages'> = async (call) => {
  const row = await ownEntry(call, call.params.entryId)
  const claims = await listClaimsOfEntry(row.id)
  return { messages: claims.map(toSentMessage) }
}
