import { checkAvailability } from './calendar/check-now.ts'
import { serve } from './lib/http.ts'

/** The manual check, which takes longer than the other routes of a signed-in manager. */
export const handler = serve<'checkAvailability'>({ checkAvailability })
