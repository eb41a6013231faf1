import * as z from 'zod/mini'

/**
 * Every refusal the API can answer: its HTTP status and the words a person reads.
 * A text that the product quotes stands here once; the web shows `detail` as it comes.
 */
export const problems = {
  malformed_body: { status: 400, title: 'Please correct the marked fields.' },
  malformed_query: { status: 400, title: 'Part of this address is not understood.' },
  not_signed_in: { status: 401, title: 'Please sign in again.' },
  guest_token_invalid: { status: 401, title: 'Please confirm your email address again.' },
  code_wrong: { status: 400, title: 'That code is not right. Check the newest message and try again.' },
  code_expired: { status: 400, title: 'That code is no longer valid. Please ask for a new one.' },
  too_many_requests: { status: 429, title: 'Too many attempts. Please wait a few minutes and try again.' },
  subscription_required: {
    status: 402,
    title: 'Your free plan covers one active property. Subscribe to activate more.',
  },
  route_not_found: { status: 404, title: 'There is nothing at this address.' },
  manager_not_found: { status: 404, title: 'No manager found. Please check the URL.' },
  property_not_found: { status: 404, title: 'This property does not exist or is no longer listed.' },
  entry_not_found: {
    status: 404,
    title: "The waitlist request you're looking for could not be found or has been deleted.",
  },
  opening_not_found: { status: 404, title: 'This opening does not exist any more.' },
  hold_not_found: { status: 404, title: 'This held change has already been decided.' },
  property_has_requests: {
    status: 409,
    title: 'There are waitlist requests for this property. Requests must be deleted first.',
  },
  slug_taken: {
    status: 409,
    title: 'This company URL slug is already in use. Please choose a different one.',
  },
  slug_reserved: {
    status: 409,
    title: 'This word is part of our own addresses. Please choose a different one.',
  },
  already_waiting: { status: 409, title: 'You already have a request for these dates.' },
  property_inactive: { status: 409, title: 'This property does not take waitlist requests at the moment.' },
  changed_meanwhile: { status: 409, title: 'This was changed in the meantime. Please reload and try again.' },
  logo_invalid: { status: 422, title: 'Please upload a JPEG or PNG image' },
  billing_unavailable: { status: 503, title: 'Billing is not set up yet. Nothing was charged.' },
  internal: { status: 500, title: 'Something went wrong on our side. Nothing you entered is lost.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** One field that is wrong: `pointer` is a JSON pointer (RFC 6901) into the request's body. */
export const FieldError = z.object({ pointer: z.string(), detail: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The body of every refusal, as `application/problem+json` (RFC 9457). */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(FieldError)),
})
export type ProblemBody = z.infer<typeof ProblemBody>

/** A refusal that its reader can act on. Everything else that is thrown is a fault of ours. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined

  /** @param detail replaces the table's words where the situation allows saying more */
  constructor(code: ProblemCode, detail?: string, errors?: FieldError[]) {
    super(detail ?? problems[code].title)
    this.name = 'Problem'
    this.code = code
    this.errors = errors
  }
}
