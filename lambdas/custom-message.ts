import * as z from 'zod/mini'
import { CustomMessage } from '../events/identity.ts'
import { CustomMessageEnv, readEnv } from './lib/env.ts'
import { accountMail } from './manager/account-mail.ts'

/**
 * Words the mails that Cognito sends. A kind of mail without words of its own keeps Cognito's.
 */
export const handler = async (event: unknown): Promise<unknown> => {
  const asked = z.parse(CustomMessage, event)
  const { codeParameter, userAttributes } = asked.request
  const mail = accountMail(asked.triggerSource, {
    appUrl: readEnv(CustomMessageEnv).APP_URL,
    email: userAttributes.email,
    code: codeParameter,
  })
  return mail ? { ...asked, response: { ...asked.response, ...mail } } : asked
}
