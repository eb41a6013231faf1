import * as z from 'zod'
import { invalidParameter, wrongCredentials } from './fault.ts'
import {
  AttributeList,
  ClientMetadata,
  operation,
  readAttributes,
  requireFreeEmail,
  requireUser,
  saveUser,
} from './pool.ts'
import type { Operations, Pool } from './pool.ts'
import { requireGoodPassword } from './settings.ts'
import { createVerifier, passwordMatches } from './srp.ts'
import { listAttributes } from './users.ts'
import type { User } from './users.ts'

const Authorized = z.object({ AccessToken: z.string() })
const UpdateUserAttributes = Authorized.extend({ UserAttributes: AttributeList, ClientMetadata })
const AttributeCode = Authorized.extend({ AttributeName: z.string(), ClientMetadata })
const VerifyUserAttribute = Authorized.extend({ AttributeName: z.string(), Code: z.string() })
const ChangePassword = Authorized.extend({ PreviousPassword: z.string(), ProposedPassword: z.string() })

/** What users do with their own accounts, by their access token. */
export const accountOperations = (pool: Pool): Operations => {
  const { settings, users, codes, tokens, messages } = pool
  const userOf = ({ AccessToken }: { AccessToken: string }): User =>
    requireUser(pool, tokens.readAccessToken(AccessToken))

  return {
    GetUser: operation(Authorized, async (request) => {
      const user = userOf(request)
      return { Username: user.sub, UserAttributes: listAttributes(user) }
    }),

    UpdateUserAttributes: operation(UpdateUserAttributes, async (request) => {
      const user = userOf(request)
      const { email = user.attributes.email, ...others } = readAttributes(pool, request.UserAttributes)
      Object.assign(user.attributes, others)
      if (email === user.attributes.email) {
        saveUser(pool, user)
        return { CodeDeliveryDetailsList: [] }
      }
      requireFreeEmail(pool, email, user)
      if (settings.keepsOriginalEmail) user.pendingEmail = email
      else Object.assign(user.attributes, { email, email_verified: 'false' })
      saveUser(pool, user)
      const delivery = await messages.sendCode({
        user,
        occasion: 'UpdateUserAttribute',
        purpose: 'attribute',
        clientMetadata: request.ClientMetadata,
      })
      return { CodeDeliveryDetailsList: [delivery] }
    }),

    GetUserAttributeVerificationCode: operation(AttributeCode, async (request) => {
      requireEmail(request.AttributeName)
      const delivery = await messages.sendCode({
        user: userOf(request),
        occasion: 'VerifyUserAttribute',
        purpose: 'attribute',
        clientMetadata: request.ClientMetadata,
      })
      return { CodeDeliveryDetails: delivery }
    }),

    VerifyUserAttribute: operation(VerifyUserAttribute, async (request) => {
      requireEmail(request.AttributeName)
      const user = userOf(request)
      const email = user.pendingEmail ?? user.attributes.email
      requireFreeEmail(pool, email, user)
      codes.redeem(user, 'attribute', request.Code)
      const attributes = { ...user.attributes, email, email_verified: 'true' }
      saveUser(pool, { ...user, attributes, pendingEmail: undefined })
      return {}
    }),

    ChangePassword: operation(ChangePassword, async (request) => {
      const user = userOf(request)
      if (!passwordMatches(settings.name, user.sub, request.PreviousPassword, user.password)) {
        throw wrongCredentials()
      }
      requireGoodPassword(request.ProposedPassword, settings)
      saveUser(pool, { ...user, password: createVerifier(settings.name, user.sub, request.ProposedPassword) })
      return {}
    }),

    GlobalSignOut: operation(Authorized, async (request) => {
      tokens.revokeAll(userOf(request))
      return {}
    }),

    DeleteUser: operation(Authorized, async (request) => {
      const user = userOf(request)
      tokens.revokeAll(user)
      codes.forget(user)
      users.remove(user)
      return {}
    }),
  }
}

const requireEmail = (attribute: string): void => {
  if (attribute !== 'email') throw invalidParameter('Only the email attribute can be verified here.')
}
