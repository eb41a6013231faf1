import type { RouteNameFor } from '../events/api.ts'
import { getCompany, getManager, listCompanies } from './guest/companies.ts'
import { deleteEntry, getEntry, joinWaitlist, stayOnList, unsubscribe, updateEntry } from './guest/entries.ts'
import { confirmEmailCode, listMyEntries, requestEmailCode } from './guest/proof.ts'
import { getAvailability, getPublicProperty, listPublicProperties } from './guest/properties.ts'
import { serve } from './lib/http.ts'

/** Every route of those who are not signed in. */
export const handler = serve<RouteNameFor<'guest'>>({
  listCompanies,
  getCompany,
  getManager,
  listPublicProperties,
  getPublicProperty,
  getAvailability,
  joinWaitlist,
  getEntry,
  updateEntry,
  deleteEntry,
  stayOnList,
  unsubscribe,
  requestEmailCode,
  confirmEmailCode,
  listMyEntries,
})
