import { Problem } from '../../domain/problem.ts'
import type { ManagerClaims } from '../../events/identity.ts'
import { getEntry } from '../table/entry.ts'
import type { EntryRow } from '../table/entry.ts'
import { getManager } from '../table/manager.ts'
import type { ManagerRow } from '../table/manager.ts'
import { getProperty } from '../table/property.ts'
import type { PropertyRow } from '../table/property.ts'
import { managerIdOf, welcomeManager } from './new-manager.ts'

/** The part of a call that tells who calls. */
export type SignedIn = { claims: ManagerClaims; now: string }

/** The caller's own row; made now if the confirmation's trigger could not. */
export async function ownManager({ claims, now }: SignedIn): Promise<ManagerRow> {
  const known = await getManager(managerIdOf(claims))
  if (known) return known
  const { email } = claims
  // Only the id token names the address.
  if (email === undefined) throw new Problem('not_signed_in')
  return welcomeManager({ ...claims, email }, now)
}

/** @throws Problem `property_not_found` for another manager's property as for none */
export async function ownProperty({ claims }: SignedIn, propertyId: string): Promise<PropertyRow> {
  const row = await getProperty(propertyId)
  if (row?.managerId !== managerIdOf(claims)) throw new Problem('property_not_found')
  return row
}

/** @throws Problem `entry_not_found` for a request to another manager as for none */
export async function ownEntry({ claims }: SignedIn, entryId: string): Promise<EntryRow> {
  const row = await getEntry(entryId)
  if (row?.managerId !== managerIdOf(claims)) throw new Problem('entry_not_found')
  return row
}
