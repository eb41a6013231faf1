import * as z from 'zod/mini'

const attributes = z.looseObject({
  sub: z.string(),
  email: z.string(),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  'custom:company_name': z.optional(z.string()),
})

/**
 * Cognito asks for the words of a message it is about to send. Mutated and returned, as its contract wants.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
export const CustomMessage = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({ userAttributes: attributes, codeParameter: z.string() }),
  response: z.looseObject({
    emailSubject: z.nullish(z.string()),
    emailMessage: z.nullish(z.string()),
  }),
})
export type CustomMessage = z.infer<typeof CustomMessage>

/** Cognito confirmed an account, or reset a password: `triggerSource` tells which. */
export const PostConfirmation = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({ userAttributes: attributes }),
})
export type PostConfirmation = z.infer<typeof PostConfirmation>

/** The claims of a manager's token that the API reads. */
export const ManagerClaims = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  'custom:company_name': z.optional(z.string()),
})
export type ManagerClaims = z.infer<typeof ManagerClaims>
