import * as z from 'zod/mini'
import { Company, Manager, ManagerChange, ManagerSettings } from '../domain/manager.ts'
import { Night, NightRange } from '../domain/nights.ts'
import { Property, PropertyDraft, PublicProperty } from '../domain/property.ts'
import { Channel, Entry, GuestEmail, Wish } from '../domain/waitlist.ts'

/**
 * Who may call a route, which is also what chooses its function and its authorizer:
 * `manager` a signed-in manager (JWT), `guest` anybody, `stripe` the card provider (signed body).
 */
export type Access = 'manager' | 'guest' | 'stripe'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path template as API Gateway writes it; every name in braces is a path parameter. */
  path: `/api/${string}`
  access: Access
  /** Set where a guest must show the token of a proven address (decision D5), in the header `x-guest-token`. */
  needsGuestToken?: true
  summary: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Absent where the answer has no body (204). */
  reply?: z.ZodMiniType
}

const Instant = z.iso.datetime()
const Nothing = z.object({})
/** Made by the client, so that a double click or a retried request has one effect. 128 bits, any spelling. */
const RequestKey = z.string().check(z.minLength(16), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/))
const Page = z.object({
  cursor: z.optional(z.string().check(z.maxLength(2000))),
})
const NextPage = { nextCursor: z.nullable(z.string()) }
const Address = z.object({ url: z.url() })

export const ManagerProfile = z.extend(Manager, {
  logoUrl: z.nullable(z.string()),
  waitlistUrl: z.string(),
})
export type ManagerProfile = z.infer<typeof ManagerProfile>

/** How a property's calendar fares, in one word for a list. */
export const CalendarHealth = z.enum(['unread', 'good', 'failing'])

/** A row of the manager's property list. */
export const ListedProperty = z.extend(Property, {
  /** All requests, told or not. */
  waitlistCount: z.int(),
  /** Requests still waiting to be told. */
  waitingCount: z.int(),
  calendarHealth: CalendarHealth,
  /** In words, while the calendar cannot be read. */
  calendarFault: z.nullable(z.string()),
  /** Freed nights that are held back until the manager decides (decision D3.3). */
  heldCount: z.int(),
})
export type ListedProperty = z.infer<typeof ListedProperty>

/** One calendar link as the manager sees it. */
export const CalendarLinkStatus = z.object({
  url: z.string(),
  lastGoodAt: z.nullable(Instant),
  failingSince: z.nullable(Instant),
  /** What is wrong, in words a manager understands. */
  fault: z.nullable(z.string()),
})

export const ListedOpening = z.object({
  id: z.string(),
  from: Night,
  to: Night,
  kind: z.enum(['opening', 'season']),
  /** `seen` waits for its second reading, `confirmed` is being told, `gone` was booked again. */
  state: z.enum(['seen', 'confirmed', 'gone']),
  foundAt: Instant,
  /** Messages accepted so far. */
  sentCount: z.int(),
})
export type ListedOpening = z.infer<typeof ListedOpening>

export const HeldDrop = z.object({
  id: z.string(),
  ranges: z.array(NightRange),
  /** `empty_feed` is an empty answer, which some platforms send for an empty calendar. */
  reason: z.enum(['all_events_gone', 'many_runs', 'many_nights', 'empty_feed']),
  heldSince: Instant,
  /** Announced by itself after this much more time of good readings; null for one that only the manager ends. */
  remainingSeconds: z.nullable(z.int()),
})
export type HeldDrop = z.infer<typeof HeldDrop>

export const PropertyCalendar = z.object({
  health: CalendarHealth,
  links: z.array(CalendarLinkStatus),
  today: Night,
  /** Nights after this one are unknown (the horizon, decision D2). */
  knownUntil: z.nullable(Night),
  taken: z.array(NightRange),
  openings: z.array(ListedOpening),
  held: z.array(HeldDrop),
})
export type PropertyCalendar = z.infer<typeof PropertyCalendar>

/** What a guest may know of a calendar. `known` is false while a link cannot be read. */
export const Availability = z.object({
  known: z.boolean(),
  today: Night,
  knownUntil: z.nullable(Night),
  taken: z.array(NightRange),
  minNights: z.int(),
})
export type Availability = z.infer<typeof Availability>

/** A row of the manager's request list. */
export const ListedEntry = z.extend(Entry, { propertyName: z.nullable(z.string()) })
export type ListedEntry = z.infer<typeof ListedEntry>

/** One message to one guest, as a log shows it. */
export const SentMessage = z.object({
  entryId: z.string(),
  openingId: z.string(),
  channel: Channel,
  /** The address or number with its middle masked. */
  to: z.string(),
  result: z.enum(['waiting', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'refused', 'gone']),
  at: Instant,
  providerId: z.nullable(z.string()),
})
export type SentMessage = z.infer<typeof SentMessage>

/** A request as the guest who holds its link sees it. */
export const GuestEntry = z.extend(
  z.omit(Entry, { isPriority: true, notificationDelayHours: true, deliveryIssue: true }),
  {
    property: z.nullable(
      z.pick(PublicProperty, {
        id: true,
        name: true,
        description: true,
        imageUrl: true,
        bookingUrl: true,
        minNights: true,
      }),
    ),
    company: z.nullable(Company),
    /** For a notified request: whether the dates it was told of are still open. */
    toldDates: z.enum(['open', 'gone', 'unknown', 'none']),
  },
)
export type GuestEntry = z.infer<typeof GuestEntry>

export const JoinRequest = z.object({ key: RequestKey, propertyId: z.string(), wish: Wish })
export type JoinRequest = z.infer<typeof JoinRequest>

export const Joined = z.object({
  /** Null when somebody waits already: typing an address does not prove to be its guest (decision D5). */
  entry: z.nullable(GuestEntry),
  /** True when the same guest already waited for the same dates: nothing was added. */
  alreadyWaiting: z.boolean(),
  /** True when the whole stay looks free right now. */
  availableNow: z.boolean(),
})
export type Joined = z.infer<typeof Joined>

export const Dashboard = z.object({
  totalProperties: z.int(),
  activeProperties: z.int(),
  waitlistRequests: z.int(),
  notificationsSent: z.int(),
  recentEntries: z.array(ListedEntry),
})
export type Dashboard = z.infer<typeof Dashboard>

export const Subscription = z.object({
  subscribed: z.boolean(),
  subscriptionActive: z.boolean(),
  trialEndsAt: Instant,
  propertyCount: z.int(),
  monthlyCostCents: z.int(),
})
export type Subscription = z.infer<typeof Subscription>

/** A form that the browser posts straight to the logo bucket. */
export const LogoUpload = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  key: z.string(),
})

export const SettingsReply = z.extend(ManagerSettings, {
  /** True while nothing was saved yet and these are the defaults. */
  isDefault: z.boolean(),
})

/**
 * Every route of the API, once. API Gateway's routes and authorizers, the functions' typed dispatch, the web's
 * typed client and the OpenAPI document are made from this table.
 */
export const routes = {
  // The manager's own row
  getProfile: {
    method: 'GET',
    path: '/api/manager/profile',
    access: 'manager',
    summary: 'Read the own row, created on first sight',
    reply: ManagerProfile,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/manager/profile',
    access: 'manager',
    summary: 'Change names, company and slug',
    body: ManagerChange,
    reply: ManagerProfile,
  },
  checkSlug: {
    method: 'GET',
    path: '/api/manager/slugs/{slug}',
    access: 'manager',
    summary: 'Whether a company slug can still be chosen',
    reply: z.object({ available: z.boolean() }),
  },
  startLogoUpload: {
    method: 'POST',
    path: '/api/manager/logo-uploads',
    access: 'manager',
    summary: 'Prepare the upload of a logo',
    body: z.object({ contentType: z.enum(['image/jpeg', 'image/png']) }),
    reply: LogoUpload,
  },
  saveLogo: {
    method: 'PUT',
    path: '/api/manager/logo',
    access: 'manager',
    summary: 'Take an uploaded file as the logo',
    body: z.object({ key: z.string() }),
    reply: ManagerProfile,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/api/manager/logo',
    access: 'manager',
    summary: 'Remove the logo',
    reply: ManagerProfile,
  },
  getDashboard: {
    method: 'GET',
    path: '/api/manager/dashboard',
    access: 'manager',
    summary: 'Counts and the five newest requests',
    reply: Dashboard,
  },

  // Properties
  listProperties: {
    method: 'GET',
    path: '/api/manager/properties',
    access: 'manager',
    summary: 'All own properties, newest first',
    reply: z.object({ properties: z.array(ListedProperty) }),
  },
  createProperty: {
    method: 'POST',
    path: '/api/manager/properties',
    access: 'manager',
    summary: 'Add a property',
    body: z.extend(PropertyDraft, { key: RequestKey }),
    reply: ListedProperty,
  },
  getProperty: {
    method: 'GET',
    path: '/api/manager/properties/{propertyId}',
    access: 'manager',
    summary: 'One own property',
    reply: ListedProperty,
  },
  updateProperty: {
    method: 'PUT',
    path: '/api/manager/properties/{propertyId}',
    access: 'manager',
    summary: 'Change a property',
    body: PropertyDraft,
    reply: ListedProperty,
  },
  setPropertyActive: {
    method: 'PUT',
    path: '/api/manager/properties/{propertyId}/active',
    access: 'manager',
    summary: 'Switch a property on or off',
    body: z.object({ isActive: z.boolean() }),
    reply: ListedProperty,
  },
  deleteProperty: {
    method: 'DELETE',
    path: '/api/manager/properties/{propertyId}',
    access: 'manager',
    summary: 'Delete a property that nobody asked for',
  },
  getPropertyCalendar: {
    method: 'GET',
    path: '/api/manager/properties/{propertyId}/calendar',
    access: 'manager',
    summary: 'Nights, health, openings and held changes',
    reply: PropertyCalendar,
  },
  releaseHold: {
    method: 'POST',
    path: '/api/manager/properties/{propertyId}/holds/{holdId}/release',
    access: 'manager',
    summary: 'Announce held nights now',
    reply: PropertyCalendar,
  },
  dismissHold: {
    method: 'POST',
    path: '/api/manager/properties/{propertyId}/holds/{holdId}/dismiss',
    access: 'manager',
    summary: 'Never announce these held nights',
    reply: PropertyCalendar,
  },
  listOpeningMessages: {
    method: 'GET',
    path: '/api/manager/properties/{propertyId}/openings/{openingId}/messages',
    access: 'manager',
    summary: 'Who was told of an opening',
    query: Page,
    reply: z.object({ messages: z.array(SentMessage), ...NextPage }),
  },

  // Requests, as the manager sees them
  listEntries: {
    method: 'GET',
    path: '/api/manager/entries',
    access: 'manager',
    summary: 'Requests for all own properties, newest first',
    query: Page,
    reply: z.object({ entries: z.array(ListedEntry), ...NextPage }),
  },
  setEntryPriority: {
    method: 'PUT',
    path: '/api/manager/entries/{entryId}/priority',
    access: 'manager',
    summary: 'Mark for immediate notification, or take the mark away',
    body: z.object({ isPriority: z.boolean() }),
    reply: ListedEntry,
  },
  removeEntry: {
    method: 'DELETE',
    path: '/api/manager/entries/{entryId}',
    access: 'manager',
    summary: 'Delete a request',
  },
  listEntryMessages: {
    method: 'GET',
    path: '/api/manager/entries/{entryId}/messages',
    access: 'manager',
    summary: 'What was sent for a request',
    reply: z.object({ messages: z.array(SentMessage) }),
  },
  sendNotifications: {
    method: 'POST',
    path: '/api/manager/notifications',
    access: 'manager',
    summary: 'Tell the chosen guests now, whatever the calendar says',
    body: z.object({
      key: RequestKey,
      waitlistEntryIds: z.array(z.string()).check(z.minLength(1), z.maxLength(500)),
    }),
    reply: z.object({ notificationsSent: z.int() }),
  },
  checkAvailability: {
    method: 'POST',
    path: '/api/manager/availability-check',
    access: 'manager',
    summary: 'Read all own calendars now, twice, and tell who waits',
    reply: z.object({ notificationsSent: z.int() }),
  },
  getSettings: {
    method: 'GET',
    path: '/api/manager/settings',
    access: 'manager',
    summary: 'Message template and switches',
    reply: SettingsReply,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/manager/settings',
    access: 'manager',
    summary: 'Save the message template and switches',
    body: ManagerSettings,
    reply: SettingsReply,
  },

  // Billing
  checkSubscription: {
    method: 'POST',
    path: '/api/manager/subscription/check',
    access: 'manager',
    summary: 'Plan, active properties and monthly cost',
    reply: Subscription,
  },
  createCheckout: {
    method: 'POST',
    path: '/api/manager/subscription/checkout',
    access: 'manager',
    summary: 'Address of the page that starts a subscription',
    reply: Address,
  },
  openCustomerPortal: {
    method: 'POST',
    path: '/api/manager/subscription/portal',
    access: 'manager',
    summary: 'Address of the page that manages a subscription',
    reply: Address,
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/api/stripe/events',
    access: 'stripe',
    summary: 'Webhook of the card provider',
    reply: Nothing,
  },

  // What anybody may read
  listCompanies: {
    method: 'GET',
    path: '/api/companies',
    access: 'guest',
    summary: 'The directory, by name',
    query: Page,
    reply: z.object({ companies: z.array(Company), ...NextPage }),
  },
  getCompany: {
    method: 'GET',
    path: '/api/companies/{companySlug}',
    access: 'guest',
    summary: 'A company by its slug, ignoring case',
    reply: Company,
  },
  getManager: {
    method: 'GET',
    path: '/api/managers/{managerId}',
    access: 'guest',
    summary: 'A company by its manager id',
    reply: Company,
  },
  listPublicProperties: {
    method: 'GET',
    path: '/api/managers/{managerId}/properties',
    access: 'guest',
    summary: "A company's active properties",
    reply: z.object({ properties: z.array(PublicProperty) }),
  },
  getPublicProperty: {
    method: 'GET',
    path: '/api/properties/{propertyId}',
    access: 'guest',
    summary: 'An active property',
    reply: PublicProperty,
  },
  getAvailability: {
    method: 'GET',
    path: '/api/properties/{propertyId}/availability',
    access: 'guest',
    summary: 'Which nights look free, taken or unknown',
    reply: Availability,
  },

  // Requests, as guests make and keep them
  joinWaitlist: {
    method: 'POST',
    path: '/api/entries',
    access: 'guest',
    summary: 'Ask to be told',
    body: JoinRequest,
    reply: Joined,
  },
  getEntry: {
    method: 'GET',
    path: '/api/entries/{entryId}',
    access: 'guest',
    summary: 'The request that this link opens',
    reply: GuestEntry,
  },
  updateEntry: {
    method: 'PUT',
    path: '/api/entries/{entryId}',
    access: 'guest',
    summary: 'Change a request',
    body: Wish,
    reply: GuestEntry,
  },
  deleteEntry: {
    method: 'DELETE',
    path: '/api/entries/{entryId}',
    access: 'guest',
    summary: 'Delete a request',
  },
  stayOnList: {
    method: 'POST',
    path: '/api/entries/{entryId}/stay-on-list',
    access: 'guest',
    summary: 'Back from notified to waiting',
    reply: GuestEntry,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/entries/{entryId}/unsubscribe',
    access: 'guest',
    summary: 'No more messages to this address; also the one-click form of mail programs (RFC 8058)',
    reply: Nothing,
  },
  requestEmailCode: {
    method: 'POST',
    path: '/api/guest/codes',
    access: 'guest',
    summary: 'Send a code that proves an address; the same answer whether or not it is known',
    body: z.object({ email: GuestEmail }),
    reply: Nothing,
  },
  confirmEmailCode: {
    method: 'POST',
    path: '/api/guest/tokens',
    access: 'guest',
    summary: 'Trade the code for a token',
    body: z.object({
      email: GuestEmail,
      code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Please enter the 6 digits of the code')),
    }),
    reply: z.object({ token: z.string(), expiresAt: Instant }),
  },
  listMyEntries: {
    method: 'GET',
    path: '/api/guest/entries',
    access: 'guest',
    needsGuestToken: true,
    summary: 'All requests of the proven address, newest first',
    query: z.object({ managerId: z.optional(z.string()) }),
    reply: z.object({ email: z.string(), entries: z.array(GuestEntry) }),
  },
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes

/** The names of the routes that one kind of caller may use. */
export type RouteNameFor<A extends Access> = {
  [Name in RouteName]: Routes[Name]['access'] extends A ? Name : never
}[RouteName]

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** Path parameters of a route, read off its path template. */
export type ParamsOf<Name extends RouteName> = { [P in NamesIn<Routes[Name]['path']>]: string }

type Infer<
  Part extends 'query' | 'body' | 'reply',
  Name extends RouteName,
  Side extends 'input' | 'output',
> = Routes[Name] extends { [P in Part]: infer Schema extends z.ZodMiniType }
  ? Side extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
  : undefined

/** What a client sends, and what a handler gets after parsing. */
export type QueryOf<Name extends RouteName, Side extends 'input' | 'output' = 'output'> = Infer<
  'query',
  Name,
  Side
>
export type BodyOf<Name extends RouteName, Side extends 'input' | 'output' = 'output'> = Infer<
  'body',
  Name,
  Side
>
/** What a handler returns; undefined for an answer without a body. */
export type ReplyOf<Name extends RouteName> = Infer<'reply', Name, 'output'>
