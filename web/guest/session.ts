/** The guest's visit, kept in session storage: gone with the tab, and never sent anywhere by itself. */
const keys = {
  email: 'waitlist_email',
  managerId: 'waitlist_manager_id',
  propertyId: 'waitlist_property_id',
  propertyName: 'waitlist_property_name',
  guestName: 'waitlist_guest_name',
} as const

/** Ids of the requests made on this visit; they show without a code (decision D5). */
const entryIdsKey = 'waitlist_entry_ids'
/** The proof of one email address: `{ email, token, expiresAt }`. */
const proofKey = 'waitlist_email_proof'

export type Visit = { [Key in keyof typeof keys]: string }

/** What is known of this visit; what is not is empty. */
export function readVisit(): Visit {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, read(key)])) as Visit
}

/** Remembers parts of the visit. */
export function rememberVisit(parts: Partial<Visit>): void {
  for (const [name, value] of Object.entries(parts)) write(keys[name as keyof Visit], value)
}

/** The ids of the requests made on this visit, newest first. */
export function readEntryIds(): string[] {
  return read(entryIdsKey).split(' ').filter(Boolean)
}

/** Remembers that a request was made on this visit. */
export function rememberEntry(id: string): void {
  write(entryIdsKey, [id, ...readEntryIds().filter((known) => known !== id)].join(' '))
}

/** Forgets a request that was deleted. */
export function forgetEntry(id: string): void {
  write(
    entryIdsKey,
    readEntryIds()
      .filter((known) => known !== id)
      .join(' '),
  )
}

interface Proof {
  email: string
  token: string
  /** ISO instant. */
  expiresAt: string
}

/** The token that proves this address, while it is valid. */
export function tokenFor(email: string, now: Date = new Date()): string | undefined {
  const stored = read(proofKey)
  if (!stored) return
  const proof = JSON.parse(stored) as Proof
  const isValid = sameAddress(proof.email, email) && proof.expiresAt > now.toISOString()
  return isValid ? proof.token : undefined
}

/** Remembers the proof of an address. */
export function rememberProof(proof: Proof): void {
  write(proofKey, JSON.stringify(proof))
}

/** Forgets the proof, once the service no longer takes it. */
export function forgetProof(): void {
  write(proofKey, '')
}

/** Whether two spellings are one address: upper and lower case do not count. */
export function sameAddress(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

// A browser may refuse storage altogether; the visit then simply forgets.
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, value: string): void {
  try {
    if (value) sessionStorage.setItem(key, value)
    else sessionStorage.removeItem(key)
  } catch {
    // Nothing to do: see above.
  }
}
