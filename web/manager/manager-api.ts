import { ApiProblem, call } from '../api.ts'
import { refreshSession } from '../auth.ts'
import { reportLostSession } from '../auth/session.ts'
import type { ReplyOf, RouteNameFor } from '../../events/api.ts'
import { shared } from '../texts/shared.ts'

type ManagerRoute = RouteNameFor<'manager'>

/**
 * Calls a route as the signed-in manager. A token that the API no longer takes is renewed once: a device's clock
 * may believe in it for longer than the API does.
 *
 * @throws ApiProblem like `call`
 */
export async function callAsManager<Name extends ManagerRoute>(
  name: Name,
  given: Parameters<typeof call<Name>>[1],
): Promise<ReplyOf<Name>> {
  try {
    return await call(name, given)
  } catch (fault) {
    if (!(fault instanceof ApiProblem) || fault.status !== 401) throw fault
    if (await refreshSession().catch(() => false)) return await call(name, given)
    reportLostSession()
    throw fault
  }
}

/** Names of cached answers. All begin with `manager`, so that a sign-out forgets them together. */
export const keys = {
  all: ['manager'],
  profile: ['manager', 'profile'],
  dashboard: ['manager', 'dashboard'],
  properties: ['manager', 'properties'],
  property: (propertyId: string) => ['manager', 'property', propertyId],
  calendar: (propertyId: string) => ['manager', 'calendar', propertyId],
  openingMessages: (openingId: string) => ['manager', 'opening-messages', openingId],
  entries: ['manager', 'entries'],
  entryMessages: (entryId: string) => ['manager', 'entry-messages', entryId],
  settings: ['manager', 'settings'],
  subscription: ['manager', 'subscription'],
} as const

/** What went wrong, in words for the reader. */
export function wordsOf(fault: unknown): string {
  return fault instanceof ApiProblem ? fault.message : shared.serviceDown
}

/** The request that went wrong, as our logs name it; undefined where no answer came. */
export function requestOf(fault: unknown): string | undefined {
  return fault instanceof ApiProblem ? fault.requestId || undefined : undefined
}
