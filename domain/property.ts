import * as z from 'zod/mini'
import { ManagerId } from './manager.ts'
import { Timezone } from './stay.ts'

/** `prop_` and 26 characters that sort by the time of creation. */
export const PropertyId = z.string().check(z.regex(/^prop_[0-9a-z]{26}$/))
export type PropertyId = z.infer<typeof PropertyId>

const WebAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(2000),
    z.regex(/^https?:\/\/[^\s/]+/i, 'Please enter a web address that starts with https://'),
  )

/** A calendar's address as typed. Whether it can be read is found out by the check, and shown then. */
export const CalendarLink = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'iCal URL is required'),
    z.maxLength(2000, 'This address is too long'),
    z.regex(
      /^(https?|webcal):\/\/[^\s/]+/i,
      'Please enter the calendar link as your booking platform shows it, starting with https://',
    ),
  )

export const Property = z.object({
  id: PropertyId,
  managerId: ManagerId,
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Property name is required'),
      z.maxLength(200, 'Please use at most 200 characters'),
    ),
  description: z.nullable(z.string().check(z.trim(), z.maxLength(2000))),
  imageUrl: z.nullable(WebAddress),
  bookingUrl: z.nullable(WebAddress),
  /** Airbnb alone is never the whole truth: a night is free only if no link blocks it (decision D2). */
  icalUrls: z
    .array(CalendarLink)
    .check(
      z.minLength(1, 'iCal URL is required'),
      z.maxLength(8, 'A property can have up to 8 calendar links'),
    ),
  timezone: Timezone,
  minNights: z.int().check(z.gte(1, 'At least one night'), z.lte(60, 'At most 60 nights')),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Property = z.infer<typeof Property>

/** What the property form sends. */
export const PropertyDraft = z.pick(Property, {
  name: true,
  description: true,
  imageUrl: true,
  bookingUrl: true,
  icalUrls: true,
  timezone: true,
  minNights: true,
})
export type PropertyDraft = z.infer<typeof PropertyDraft>

/** What a guest may know of a property: never its calendar links. */
export const PublicProperty = z.pick(Property, {
  id: true,
  managerId: true,
  name: true,
  description: true,
  imageUrl: true,
  bookingUrl: true,
  timezone: true,
  minNights: true,
})
export type PublicProperty = z.infer<typeof PublicProperty>
