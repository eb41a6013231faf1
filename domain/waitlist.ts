import * as z from 'zod/mini'
import { ManagerId } from './manager.ts'
import { Night } from './nights.ts'
import { PropertyId } from './property.ts'

/** `wait_` and 128 random bits: whoever holds it may see, change and delete that one request (decision D5). */
export const EntryId = z.string().check(z.regex(/^wait_[0-9a-z]{26}$/))
export type EntryId = z.infer<typeof EntryId>

export const NotificationPreference = z.enum(['email', 'sms', 'both'])
export type NotificationPreference = z.infer<typeof NotificationPreference>

export const Channel = z.enum(['email', 'sms'])
export type Channel = z.infer<typeof Channel>

/** Hours between an opening's confirmation and the message to a guest who is not priority. */
export const standardDelayHours = 1

/** Why an address gets no more messages. */
export const DeliveryIssue = z.enum([
  'bounced',
  'complained',
  'unsubscribed',
  'phone_opted_out',
  'phone_invalid',
])
export type DeliveryIssue = z.infer<typeof DeliveryIssue>

/** The part before the @ is plain ASCII, because the mail provider delivers to no other. */
export const GuestEmail = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Email is required'),
    z.maxLength(254, 'Please enter a valid email address'),
    z.regex(/^(?=[!-~]+@)[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/, 'Please enter a valid email address'),
  )

/** E.164, the only form a message can be sent to. Forms turn what is typed into it before they send. */
export const Phone = z
  .string()
  .check(
    z.regex(/^\+[1-9]\d{6,14}$/, 'Please enter the phone number with its country code, like +1 555 123 4567'),
  )

export const Entry = z.object({
  id: EntryId,
  propertyId: PropertyId,
  managerId: ManagerId,
  guestName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Name is required'),
      z.maxLength(120, 'Please use at most 120 characters'),
    ),
  guestEmail: GuestEmail,
  guestPhone: z.nullable(Phone),
  checkInDate: z.nullable(Night),
  checkOutDate: z.nullable(Night),
  anyDates: z.boolean(),
  notificationPreference: NotificationPreference,
  isNotified: z.boolean(),
  notifiedAt: z.nullable(z.iso.datetime()),
  isPriority: z.boolean(),
  notificationDelayHours: z.int().check(z.gte(0)),
  deliveryIssue: z.nullable(DeliveryIssue),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Entry = z.infer<typeof Entry>

const wish = {
  guestName: true,
  guestEmail: true,
  guestPhone: true,
  checkInDate: true,
  checkOutDate: true,
  anyDates: true,
  notificationPreference: true,
} as const

/** What a guest asks for, before the rules that span fields. */
export const WishFields = z.pick(Entry, wish)

/**
 * What a guest asks for: flexible, or a stay whose check-out follows its check-in; a phone where messages go
 * to one. Choosing flexible dates drops any dates.
 */
export const Wish = z.pipe(WishFields, z.transform(withoutDatesWhenFlexible)).check(checkWish)
export type Wish = z.infer<typeof Wish>

function withoutDatesWhenFlexible(fields: z.infer<typeof WishFields>): z.infer<typeof WishFields> {
  return fields.anyDates ? { ...fields, checkInDate: null, checkOutDate: null } : fields
}

function checkWish(ctx: z.core.ParsePayload<z.infer<typeof WishFields>>): void {
  const { anyDates, checkInDate, checkOutDate, notificationPreference, guestPhone } = ctx.value
  const refuse = (field: string, message: string) =>
    ctx.issues.push({ code: 'custom', message, path: [field], input: ctx.value })
  if (!anyDates && !checkInDate) refuse('checkInDate', 'Check-in date is required')
  if (!anyDates && !checkOutDate) refuse('checkOutDate', 'Check-out date is required')
  if (checkInDate && checkOutDate && checkOutDate <= checkInDate)
    refuse('checkOutDate', 'Check-out must be after check-in')
  if (notificationPreference !== 'email' && !guestPhone)
    refuse('guestPhone', 'A phone number is required for SMS')
}

/** What the name of an occasion begins with that a manager made, where others are named after an opening. */
export const manualOccasion = 'man_'

/** True when two requests of one guest for one property ask for the same nights. */
export function sameDates(
  a: Pick<Entry, 'anyDates' | 'checkInDate' | 'checkOutDate'>,
  b: Pick<Entry, 'anyDates' | 'checkInDate' | 'checkOutDate'>,
): boolean {
  return a.anyDates === b.anyDates && a.checkInDate === b.checkInDate && a.checkOutDate === b.checkOutDate
}

/** Whether a message would reach the guest over at least one channel, by what is known of the addresses. */
export function isReachable(
  entry: Pick<Entry, 'notificationPreference' | 'guestPhone' | 'deliveryIssue'>,
): boolean {
  if (entry.deliveryIssue === null) return true
  const stopped: Channel = entry.deliveryIssue.startsWith('phone') ? 'sms' : 'email'
  return channelsOf(entry).some((channel) => channel !== stopped)
}

/** The channels that a request's messages go to. */
export function channelsOf(entry: Pick<Entry, 'notificationPreference' | 'guestPhone'>): Channel[] {
  const channels: Channel[] = []
  if (entry.notificationPreference !== 'sms') channels.push('email')
  if (entry.notificationPreference !== 'email' && entry.guestPhone) channels.push('sms')
  return channels
}
