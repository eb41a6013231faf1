import * as z from 'zod/mini'

/** `mgr_` and the account's Cognito subject, so that creating the row twice creates it once. */
export const ManagerId = z.string().check(z.regex(/^mgr_[0-9a-f-]{36}$/))
export type ManagerId = z.infer<typeof ManagerId>

/** Words that are routes of the web app (decision D10) and so can never be a company's address. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `api assets auth confirmation dashboard dates demo directory help home index join landing local login logos
  logout manager my-waitlist notifications privacy-policy profile properties register robots signup sitemap
  static support terms-of-service unsubscribe waitlist waitlist-entry www`.split(/\s+/),
)

/** The part of the address that a company chooses: a-z, 0-9 and hyphen. */
export const CompanySlug = z
  .string()
  .check(
    z.minLength(2, 'Please use at least two characters'),
    z.maxLength(60, 'Please use at most 60 characters'),
    z.regex(
      /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
      'Use letters, numbers and hyphens only, no hyphen at the ends',
    ),
  )
export type CompanySlug = z.infer<typeof CompanySlug>

/** What remains of typed text as a slug: lower case, and only what a slug may hold. */
export function toSlug(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')
}

export const Manager = z.object({
  id: ManagerId,
  email: z.string(),
  firstName: z.string().check(z.trim(), z.minLength(1, 'First name is required'), z.maxLength(100)),
  lastName: z.string().check(z.trim(), z.minLength(1, 'Last name is required'), z.maxLength(100)),
  companyName: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))),
  companySlug: z.nullable(CompanySlug),
  /** Key in the logo bucket, which is also the path on the site. */
  logoKey: z.nullable(z.string()),
  /** True in the trial and while a subscription is paid. */
  subscriptionActive: z.boolean(),
  /** True while a subscription is paid. */
  subscribed: z.boolean(),
  trialEndsAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
})
export type Manager = z.infer<typeof Manager>

/** What a manager may change of the own row. */
export const ManagerChange = z.partial(
  z.pick(Manager, { firstName: true, lastName: true, companyName: true, companySlug: true }),
)
export type ManagerChange = z.infer<typeof ManagerChange>

/** What anybody may know of a company. */
export const Company = z.extend(z.pick(Manager, { id: true, companyName: true, companySlug: true }), {
  /** Path on this site, or null. */
  logoUrl: z.nullable(z.string()),
})
export type Company = z.infer<typeof Company>

/** The words in braces that a template may hold. */
export const templateVariables = [
  'guest_name',
  'property_name',
  'booking_url',
  'company_name',
  'waitlist_link',
] as const
export type TemplateVariable = (typeof templateVariables)[number]

/** A line of a mail's header: a line break in it could smuggle in a header of its own. */
const headerLine = (emptyMessage: string, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, emptyMessage),
      z.maxLength(most),
      z.regex(/^[^\r\n]*$/, 'Please keep this on one line'),
    )

export const ManagerSettings = z.object({
  emailTemplate: z
    .string()
    .check(z.trim(), z.minLength(1, 'The template cannot be empty'), z.maxLength(5000)),
  emailSubject: headerLine('The subject cannot be empty', 200),
  emailSignature: z.string().check(z.trim(), z.maxLength(1000)),
  fromName: headerLine('From name is required', 120),
  fromEmail: z.email('Please enter a valid email address').check(z.maxLength(254)),
  notifyOnNewWaitlist: z.boolean(),
})
export type ManagerSettings = z.infer<typeof ManagerSettings>

/** The settings of a manager who never saved any. */
export function defaultSettings(manager: Pick<Manager, 'companyName' | 'email'>): ManagerSettings {
  return {
    emailTemplate:
      'Hi {guest_name}, great news! Dates are now available for {property_name}. Check availability: {booking_url}\n' +
      'Click here to modify or delete your waitlist request: {waitlist_link}',
    emailSubject: 'Dates Available for {property_name}',
    emailSignature: 'Best regards,\n{company_name}',
    fromName: manager.companyName ?? 'Your Company',
    fromEmail: manager.email,
    notifyOnNewWaitlist: false,
  }
}

/** The manager's public waitlist link: by slug where there is one (product page, Dashboard). */
export function waitlistLink(host: string, manager: Pick<Manager, 'id' | 'companySlug'>): string {
  return manager.companySlug ? `${host}/${manager.companySlug}` : `${host}/manager/${manager.id}`
}

/** A logo's key in the bucket as the path on this site that shows it. */
export function logoPath(logoKey: string | null): string | null {
  return logoKey === null ? null : `/${logoKey}`
}

/** What anybody may know of this manager. */
export function toCompany(manager: Pick<Manager, 'id' | 'companyName' | 'companySlug' | 'logoKey'>): Company {
  const { id, companyName, companySlug, logoKey } = manager
  return { id, companyName, companySlug, logoUrl: logoPath(logoKey) }
}
