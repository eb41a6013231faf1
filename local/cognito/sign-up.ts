import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { expiredCode, wrongCode } from './codes.ts'
import { CognitoFault, invalidParameter } from './fault.ts'
import { deliveryTo } from './messages.ts'
import { AttributeList, ClientMetadata, clientOf, operation, readAttributes, saveUser } from './pool.ts'
import type { Operations, Pool } from './pool.ts'
import { requireGoodPassword } from './settings.ts'
import { createVerifier } from './srp.ts'
import type { User } from './users.ts'

const Identified = z.object({ ClientId: z.string(), Username: z.string(), ClientMetadata })

const SignUp = Identified.extend({
  Password: z.string(),
  UserAttributes: AttributeList,
  ValidationData: AttributeList,
})
const ConfirmSignUp = Identified.extend({ ConfirmationCode: z.string() })
const ConfirmForgotPassword = ConfirmSignUp.extend({ Password: z.string() })

/** What anybody may call: making an account, confirming its address, and getting back into it. */
export const signUpOperations = (pool: Pool): Operations => {
  const { settings, users, codes, messages } = pool

  return {
    SignUp: operation(SignUp, async (request) => {
      const client = clientOf(pool, request.ClientId)
      const user = newUser(
        pool,
        request.Username,
        request.Password,
        readAttributes(pool, request.UserAttributes),
      )
      const missing = settings.requiredAttributes.find((name) => !user.attributes[name])
      if (missing) {
        throw invalidParameter(
          `Attributes did not conform to the schema: ${missing}: The attribute ${missing} is required`,
        )
      }
      requireGoodPassword(request.Password, settings)
      const clientMetadata = request.ClientMetadata
      const verdict = await pool.callTrigger({
        source: 'PreSignUp_SignUp',
        user,
        clientId: client.id,
        request: { validationData: Object.fromEntries(request.ValidationData.map((d) => [d.Name, d.Value])) },
        response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
      })
      if (verdict['autoVerifyEmail'] === true) user.attributes['email_verified'] = 'true'
      if (verdict['autoConfirmUser'] === true) {
        await confirm(pool, user, client.id, clientMetadata)
        return { UserConfirmed: true, UserSub: user.sub }
      }
      users.save(user)
      const delivery = await messages.sendCode({
        user,
        occasion: 'SignUp',
        purpose: 'sign-up',
        clientId: client.id,
        clientMetadata,
      })
      return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: delivery }
    }),

    ConfirmSignUp: operation(ConfirmSignUp, async (request) => {
      const client = clientOf(pool, request.ClientId)
      const user = users.find(request.Username)
      if (!user) throw client.hidesUsers ? expiredCode() : userNotFound()
      requireUnconfirmed(user)
      codes.redeem(user, 'sign-up', request.ConfirmationCode)
      user.attributes['email_verified'] = 'true'
      await confirm(pool, user, client.id, request.ClientMetadata)
      return {}
    }),

    ResendConfirmationCode: operation(Identified, async (request) => {
      const client = clientOf(pool, request.ClientId)
      const user = users.find(request.Username)
      if (!user) {
        if (client.hidesUsers) return { CodeDeliveryDetails: deliveryTo(request.Username) }
        throw userNotFound()
      }
      if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.')
      const delivery = await messages.sendCode({
        user,
        occasion: 'ResendCode',
        purpose: 'sign-up',
        clientId: client.id,
        clientMetadata: request.ClientMetadata,
      })
      return { CodeDeliveryDetails: delivery }
    }),

    ForgotPassword: operation(Identified, async (request) => {
      const client = clientOf(pool, request.ClientId)
      const user = users.find(request.Username)
      if (user?.attributes['email_verified'] === 'true') {
        const delivery = await messages.sendCode({
          user,
          occasion: 'ForgotPassword',
          purpose: 'reset',
          clientId: client.id,
          clientMetadata: request.ClientMetadata,
        })
        return { CodeDeliveryDetails: delivery }
      }
      if (client.hidesUsers) return { CodeDeliveryDetails: deliveryTo(request.Username) }
      if (!user) throw userNotFound()
      throw invalidParameter('Cannot reset password for the user as there is no registered/verified email.')
    }),

    ConfirmForgotPassword: operation(ConfirmForgotPassword, async (request) => {
      const client = clientOf(pool, request.ClientId)
      const user = users.find(request.Username)
      if (!user) throw client.hidesUsers ? wrongCode() : userNotFound()
      // Before the code is spent: a password that is refused can be corrected and sent again.
      requireGoodPassword(request.Password, settings)
      codes.redeem(user, 'reset', request.ConfirmationCode)
      user.password = createVerifier(settings.name, user.sub, request.Password)
      user.status = 'CONFIRMED'
      saveUser(pool, user)
      await postConfirmation(pool, user, 'ConfirmForgotPassword', client.id, request.ClientMetadata)
      return {}
    }),
  }
}

/** A user who is not saved yet. Throws when the address is none, or taken. */
export const newUser = (
  { settings, users, clock }: Pool,
  username: string,
  password: string,
  attributes: Record<string, string>,
): User => {
  const email = attributes['email'] ?? username
  if (!/^[^\s@]+@[^\s@]+$/.test(username) || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalidParameter('Username should be an email.')
  }
  if (users.find(username) ?? users.find(email)) {
    throw new CognitoFault('UsernameExistsException', 'User already exists')
  }
  const sub = randomUUID()
  const createdAt = new Date(clock.now()).toISOString()
  return {
    sub,
    attributes: { email_verified: 'false', ...attributes, email },
    status: 'UNCONFIRMED',
    password: createVerifier(settings.name, sub, password),
    createdAt,
    updatedAt: createdAt,
  }
}

/** Marks a user as confirmed. As in AWS the user stays confirmed even if the trigger then fails. */
export const confirm = async (
  pool: Pool,
  user: User,
  clientId?: string,
  clientMetadata?: Record<string, string>,
): Promise<void> => {
  user.status = 'CONFIRMED'
  saveUser(pool, user)
  await postConfirmation(pool, user, 'ConfirmSignUp', clientId, clientMetadata)
}

export const requireUnconfirmed = ({ status }: User): void => {
  if (status === 'UNCONFIRMED') return
  throw new CognitoFault('NotAuthorizedException', `User cannot be confirmed. Current status is ${status}`)
}

const postConfirmation = async (
  pool: Pool,
  user: User,
  occasion: 'ConfirmSignUp' | 'ConfirmForgotPassword',
  clientId: string | undefined,
  clientMetadata: Record<string, string> | undefined,
): Promise<void> => {
  await pool.callTrigger({
    source: `PostConfirmation_${occasion}`,
    user,
    clientId,
    request: clientMetadata ? { clientMetadata } : {},
    response: {},
  })
}

const userNotFound = (): CognitoFault =>
  new CognitoFault('UserNotFoundException', 'Username/client id combination not found.')
