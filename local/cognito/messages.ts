import { CognitoFault } from './fault.ts'
import type { Codes, Purpose } from './codes.ts'
import type { PoolSettings } from './settings.ts'
import type { CallTrigger } from './triggers.ts'
import type { User } from './users.ts'

/** A mail that the pool sends. */
export type PoolMail = {
  /** The template's sender; undefined for a pool that has none. */
  from: string | undefined
  to: string
  subject: string
  html: string
  /** Why it is sent: `CustomMessage_SignUp`, … */
  source: string
}

export type Deliver = (mail: PoolMail) => Promise<void> | void

export type CodeDelivery = { DeliveryMedium: 'EMAIL'; Destination: string; AttributeName: 'email' }

type Occasion = {
  user: User
  /** The part of the trigger's source after `CustomMessage_`. */
  occasion: 'SignUp' | 'ResendCode' | 'ForgotPassword' | 'UpdateUserAttribute' | 'VerifyUserAttribute'
  purpose: Purpose
  clientId?: string | undefined
  clientMetadata?: Record<string, string> | undefined
}

export type Messages = {
  sendCode(occasion: Occasion): Promise<CodeDelivery>
  sendInvitation(user: User, password: string): Promise<void>
}

/** What triggers write where the code and the name are to stand. */
const codeParameter = '{####}'
const usernameParameter = '{username}'

export const createMessages = (
  pool: PoolSettings,
  codes: Codes,
  callTrigger: CallTrigger,
  deliver: Deliver,
): Messages => {
  const send = async (
    call: Pick<Occasion, 'user' | 'clientId' | 'clientMetadata'> & { source: string; named: boolean },
    to: string,
    code: string,
    fallback: { subject: string; message: string },
  ) => {
    const worded = await callTrigger({
      source: call.source,
      user: call.user,
      clientId: call.clientId,
      request: {
        codeParameter,
        linkParameter: '{##Click Here##}',
        usernameParameter: call.named ? usernameParameter : null,
        ...(call.clientMetadata && { clientMetadata: call.clientMetadata }),
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    })
    const message = String(worded['emailMessage'] ?? fallback.message)
    const needed = call.named ? [codeParameter, usernameParameter] : [codeParameter]
    if (!needed.every((parameter) => message.includes(parameter))) {
      throw new CognitoFault(
        'InvalidLambdaResponseException',
        `CustomMessage must contain ${needed.join(' and ')}.`,
      )
    }
    try {
      await deliver({
        from: pool.sender,
        to,
        subject: String(worded['emailSubject'] ?? fallback.subject),
        html: message.replaceAll(codeParameter, code).replaceAll(usernameParameter, to),
        source: call.source,
      })
    } catch (error) {
      throw new CognitoFault('CodeDeliveryFailureException', `The mail could not be sent: ${String(error)}`)
    }
  }

  return {
    sendCode: async ({ occasion, purpose, ...call }) => {
      const to = (purpose === 'attribute' && call.user.pendingEmail) || call.user.attributes.email
      const code = codes.issue(call.user, purpose)
      const fallback = { subject: pool.defaultSubject, message: pool.defaultMessage }
      await send({ ...call, source: `CustomMessage_${occasion}`, named: false }, to, code, fallback)
      return deliveryTo(to)
    },
    sendInvitation: (user, password) =>
      send({ user, source: 'CustomMessage_AdminCreateUser', named: true }, user.attributes.email, password, {
        subject: 'Your temporary password',
        message: `Your username is ${usernameParameter} and temporary password is ${codeParameter}.`,
      }),
  }
}

/** Where a code went, with the address masked; also the answer for an address that nobody has. */
export const deliveryTo = (email: string): CodeDelivery => ({
  DeliveryMedium: 'EMAIL',
  Destination: email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***'),
  AttributeName: 'email',
})
