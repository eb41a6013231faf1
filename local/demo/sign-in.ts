import { Amplify } from 'aws-amplify'
import * as cognito from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { Stack } from '../stack.ts'
import { demoAccount } from './company.ts'

type SiteConfig = { userPoolId: string; userPoolClientId: string; userPoolEndpoint: string }

/**
 * Signs the demo manager up, confirms the address by the code of the message in the inbox and signs in: what the
 * web app does, through the same library.
 *
 * @returns the token that the API's authorizer reads
 */
export async function signUpAsDemo(stack: Stack): Promise<string> {
  // Its warning that the user pool is not at AWS says what this whole stack is for.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  const config = (await (await fetch(`${stack.url}/config.json`)).json()) as SiteConfig
  Amplify.configure({ Auth: { Cognito: config } })
  const { email, password, firstName, lastName, companyName } = demoAccount
  await cognito.signUp({
    username: email,
    password,
    options: {
      userAttributes: {
        email,
        given_name: firstName,
        family_name: lastName,
        'custom:company_name': companyName,
      },
    },
  })
  await cognito.confirmSignUp({ username: email, confirmationCode: codeFor(email, stack) })
  await cognito.signIn({ username: email, password })
  const { tokens } = await cognito.fetchAuthSession()
  if (!tokens?.idToken) throw new Error('The demo account could not sign in')
  return tokens.idToken.toString()
}

function codeFor(email: string, { inbox }: Stack): string {
  const message = inbox.list().find(({ to }) => to.includes(email))
  const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0]
  if (!code) throw new Error('The message that confirms the demo account did not arrive')
  return code
}
