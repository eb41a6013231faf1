/** How a company is named in an address: by its slug, or by its manager's id where it has none. */
export type CompanyAddress = { companySlug: string } | { managerId: string }

/** Every place of the app, by name. Components build links with these and never write a path themselves. */
export const paths = {
  home: '/',
  auth: '/auth',
  dashboard: '/dashboard',
  properties: '/properties',
  property: (propertyId: string) => `/properties/${encodeURIComponent(propertyId)}`,
  editProperty: (propertyId: string) => `/properties?${new URLSearchParams({ edit: propertyId })}`,
  notifications: '/notifications',
  profile: '/profile',
  help: '/help',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  directory: '/directory',
  demo: '/demo',
  lookUp: '/my-waitlist',
  entry: (entryId: string) => `/waitlist-entry/${encodeURIComponent(entryId)}`,
  company,
  companyProperties: (address: CompanyAddress) => `${company(address)}/properties`,
  companyLanding: (address: CompanyAddress) => `${company(address)}/landing`,
  dates: (address: CompanyAddress, propertyId: string) =>
    `${company(address)}/dates/${encodeURIComponent(propertyId)}`,
  join: (address: CompanyAddress, propertyId: string) =>
    `${company(address)}/join/${encodeURIComponent(propertyId)}`,
  confirmation: (address: CompanyAddress) => `${company(address)}/confirmation`,
  companyWaitlist: (address: CompanyAddress) => `${company(address)}/my-waitlist`,
  /** The property list as the guest landing page reaches it on hosts other than the waitlist host. */
  propertiesFromLanding: (address: CompanyAddress) => `/waitlist${company(address)}/properties`,
}

function company(address: CompanyAddress): string {
  return 'companySlug' in address
    ? `/${encodeURIComponent(address.companySlug)}`
    : `/manager/${encodeURIComponent(address.managerId)}`
}

/** Where a signed-out visitor of a manager screen goes: to sign in, and back to it afterwards. */
export function signInPath(comeBackTo: string): string {
  return `${paths.auth}?${new URLSearchParams({ next: comeBackTo })}`
}

/** Upgrades an `http` address of a picture to `https`: a secure page shows no insecure pictures. One's own machine has no https. */
export function securePicture(address: string): string {
  return address.replace(/^http:\/\/(?!(localhost|127\.0\.0\.1)[:/])/i, 'https://')
}
