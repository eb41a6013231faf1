import type { GuestEntry } from '../../events/api.ts'
import type { NotificationPreference, Wish } from '../../domain/waitlist.ts'
import { nightsBetween } from '../../domain/nights.ts'
import { ApiProblem } from '../api.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { nothingChosen } from '../ui/stay-choice.ts'
import type { StayChoice } from '../ui/stay-choice.ts'
import { readVisit } from './session.ts'

/** A wish as its form holds it: everything typed, nothing decided yet. */
export interface WishDraft {
  name: string
  email: string
  phone: string
  anyDates: boolean
  stay: StayChoice
  preference: NotificationPreference
}

/** What is wrong, by the field of the wish that it stands under. */
export type WishErrors = Partial<Record<keyof Wish, string>>

/**
 * The rules that the server applies too. They come with their schema library, so forms fetch them once they
 * stand on the page and not before it can be seen.
 *
 * @throws ApiProblem when they cannot be fetched
 */
export async function loadRules(): Promise<typeof import('../../domain/waitlist.ts')> {
  try {
    return await import('../../domain/waitlist.ts')
  } catch {
    throw new ApiProblem({ code: 'network', detail: shared.networkDown, status: 0, requestId: '' })
  }
}

/** A form with what this visit already knows. */
export function emptyDraft(): WishDraft {
  const { email, guestName } = readVisit()
  return { name: guestName, email, phone: '', anyDates: false, stay: nothingChosen, preference: 'email' }
}

/** A form that changes a request. */
export function draftOf(entry: GuestEntry): WishDraft {
  return {
    name: entry.guestName,
    email: entry.guestEmail,
    phone: entry.guestPhone ?? '',
    anyDates: entry.anyDates,
    stay: { checkIn: entry.checkInDate ?? '', checkOut: entry.checkOutDate ?? '' },
    preference: entry.notificationPreference,
  }
}

interface WishRules {
  today: string
  minNights?: number | undefined
  /** A check-in that may stay though it has passed: the one the request already had. */
  keptCheckIn?: string | null | undefined
}

/**
 * Reads a form by the rules that the server applies too, and by those that only make sense while choosing: not
 * in the past, not shorter than the house's shortest stay.
 */
export async function readDraft(
  draft: WishDraft,
  rules: WishRules,
): Promise<{ wish: Wish; errors?: undefined } | { wish?: undefined; errors: WishErrors }> {
  const { Wish } = await loadRules()
  const phone = draft.phone.trim() && (await internationalPhone(draft.phone))
  const candidate = {
    guestName: draft.name,
    guestEmail: draft.email,
    guestPhone: phone || null,
    checkInDate: draft.anyDates ? null : draft.stay.checkIn || null,
    checkOutDate: draft.anyDates ? null : draft.stay.checkOut || null,
    anyDates: draft.anyDates,
    notificationPreference: draft.preference,
  }
  const parsed = Wish.safeParse(candidate)
  const errors = messagesOf(parsed)
  // Rules that span fields are only looked at once each field is right by itself; stand-ins bring them out at once.
  const standIns = Object.fromEntries(
    Object.keys(errors).map((field) => [field, placeholders[field as keyof Wish]]),
  )
  Object.assign(errors, { ...messagesOf(Wish.safeParse({ ...candidate, ...standIns })), ...errors })
  if (phone === undefined) errors.guestPhone = guest.wish.phoneInvalid
  if (!draft.anyDates) Object.assign(errors, { ...choiceErrors(draft.stay, rules), ...errors })
  return parsed.success && Object.keys(errors).length === 0 ? { wish: parsed.data } : { errors }
}

const placeholders: Partial<Wish> = {
  guestName: 'name',
  guestEmail: 'name@example.com',
  guestPhone: '+15551234567',
}

function messagesOf(parsed: {
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
}): WishErrors {
  const errors: WishErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path[0] as keyof Wish] ??= issue.message
  return errors
}

function choiceErrors({ checkIn, checkOut }: StayChoice, rules: WishRules): WishErrors {
  const errors: WishErrors = {}
  if (checkIn && checkIn < rules.today && checkIn !== rules.keptCheckIn)
    errors.checkInDate = guest.wish.pastCheckIn
  const shortest = rules.minNights ?? 1
  if (checkIn && checkOut > checkIn && nightsBetween(checkIn, checkOut) < shortest)
    errors.checkOutDate = guest.wish.tooShort(shortest)
  return errors
}

/** The number in E.164, or undefined where it is none. The library is fetched only when there is a number. */
async function internationalPhone(typed: string): Promise<string | undefined> {
  const { toInternational } = await import('./phone.ts')
  return toInternational(typed)
}

/** The server's word on fields, from pointers like `/wish/guestEmail` or `/guestEmail`. */
export function errorsOf(fault: unknown): WishErrors {
  if (!(fault instanceof ApiProblem)) return {}
  return Object.fromEntries(fault.errors.map((error) => [error.pointer.split('/').at(-1), error.detail]))
}
