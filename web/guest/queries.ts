import { queryOptions } from '@tanstack/react-query'
import type { GuestEntry } from '../../events/api.ts'
import { ApiProblem, call } from '../api.ts'
import type { CompanyAddress } from '../paths.ts'
import { forgetEntry, forgetProof, readEntryIds, sameAddress } from './session.ts'

/** A company by the way it is addressed. */
export function companyQuery(address: CompanyAddress) {
  return queryOptions({
    queryKey: ['company', address],
    queryFn: ({ signal }) =>
      'companySlug' in address
        ? call('getCompany', { params: address }, { signal })
        : call('getManager', { params: address }, { signal }),
  })
}

/** A company's active properties. */
export function propertiesQuery(managerId: string) {
  return queryOptions({
    queryKey: ['properties', managerId],
    queryFn: ({ signal }) => call('listPublicProperties', { params: { managerId } }, { signal }),
    select: (reply) => reply.properties,
  })
}

/** One active property. */
export function propertyQuery(propertyId: string) {
  return queryOptions({
    queryKey: ['property', propertyId],
    queryFn: ({ signal }) => call('getPublicProperty', { params: { propertyId } }, { signal }),
  })
}

/** Which nights of a property look free. */
export function availabilityQuery(propertyId: string) {
  return queryOptions({
    queryKey: ['availability', propertyId],
    queryFn: ({ signal }) => call('getAvailability', { params: { propertyId } }, { signal }),
    enabled: Boolean(propertyId),
  })
}

/** The request that a link opens. */
export function entryQuery(entryId: string) {
  return queryOptions({
    queryKey: ['entry', entryId],
    queryFn: ({ signal }) => call('getEntry', { params: { entryId } }, { signal }),
  })
}

interface WhoseRequests {
  email: string
  /** Proof of the address; without it only this visit's requests are known. */
  token: string | undefined
  /** Only the requests at this company. */
  managerId?: string | undefined
}

/** The guest's requests: all of a proven address, or those made on this visit. Newest first. */
export function requestsQuery({ email, token, managerId }: WhoseRequests) {
  return queryOptions({
    queryKey: ['requests', email, token, managerId],
    queryFn: async ({ signal }) => {
      if (!token) return thisVisitsRequests(email, managerId, signal)
      const query = managerId ? { managerId } : {}
      try {
        return (await call('listMyEntries', { query }, { signal, guestToken: token })).entries
      } catch (fault) {
        if (!(fault instanceof ApiProblem && fault.code === 'guest_token_invalid')) throw fault
        forgetProof()
        return thisVisitsRequests(email, managerId, signal)
      }
    },
    enabled: Boolean(email),
    // What the page shows must be what was just edited or deleted elsewhere.
    staleTime: 0,
  })
}

async function thisVisitsRequests(
  email: string,
  managerId: string | undefined,
  signal: AbortSignal,
): Promise<GuestEntry[]> {
  const found = await Promise.all(readEntryIds().map((entryId) => existing(entryId, signal)))
  return found.filter(
    (entry): entry is GuestEntry =>
      entry !== undefined &&
      sameAddress(entry.guestEmail, email) &&
      (!managerId || entry.managerId === managerId),
  )
}

/** A request, or nothing once it was deleted, which the visit then forgets. */
async function existing(entryId: string, signal: AbortSignal): Promise<GuestEntry | undefined> {
  try {
    return await call('getEntry', { params: { entryId } }, { signal })
  } catch (fault) {
    if (!(fault instanceof ApiProblem && fault.code === 'entry_not_found')) throw fault
    forgetEntry(entryId)
    return undefined
  }
}
