import type { RouteNameFor } from '../events/api.ts'
import { serve } from './lib/http.ts'
import { checkSubscription, createCheckout, openCustomerPortal } from './manager/billing.ts'
import { dismissHold, getPropertyCalendar, listOpeningMessages, releaseHold } from './manager/calendar.ts'
import { getDashboard } from './manager/dashboard.ts'
import { listEntries, listEntryMessages, removeEntry, setEntryPriority } from './manager/entries.ts'
import { removeLogo, saveLogo, startLogoUpload } from './manager/logo.ts'
import { sendNotifications } from './manager/notifications.ts'
import { checkSlug, getProfile, updateProfile } from './manager/profile.ts'
import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  setPropertyActive,
  updateProperty,
} from './manager/properties.ts'
import { getSettings, saveSettings } from './manager/settings.ts'

/** Every route of a signed-in manager but the manual check, which takes longer and has a function of its own. */
export const handler = serve<Exclude<RouteNameFor<'manager'>, 'checkAvailability'>>({
  getProfile,
  updateProfile,
  checkSlug,
  startLogoUpload,
  saveLogo,
  removeLogo,
  getDashboard,
  listProperties,
  createProperty,
  getProperty,
  updateProperty,
  setPropertyActive,
  deleteProperty,
  getPropertyCalendar,
  releaseHold,
  dismissHold,
  listOpeningMessages,
  listEntries,
  setEntryPriority,
  removeEntry,
  listEntryMessages,
  sendNotifications,
  getSettings,
  saveSettings,
  checkSubscription,
  createCheckout,
  openCustomerPortal,
})
