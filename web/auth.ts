import { Amplify } from 'aws-amplify'
import * as cognito from 'aws-amplify/auth'
import { takeManagerTokenFrom } from './api.ts'
import { readConfig } from './config.ts'

/** Who is signed in, as the identity token says. */
export interface Account {
  email: string
  firstName: string
  lastName: string
}

/** What came of giving the right password. */
export type SignInOutcome = 'signed-in' | 'unconfirmed' | 'password-reset-needed'

export interface NewAccount {
  firstName: string
  lastName: string
  companyName: string
  email: string
  password: string
}

let configured: Promise<void> | undefined

/** Tells Amplify which user pool this stage has. A failed read of the configuration is tried again. */
function configure(): Promise<void> {
  configured ??= readConfig()
    .then(({ userPoolId, userPoolClientId, userPoolEndpoint }) =>
      Amplify.configure({
        Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
      }),
    )
    .catch((fault: unknown) => {
      configured = undefined
      throw fault
    })
  return configured
}

/** The signed-in account, refreshed where it is due; null when nobody is signed in or the session has ended. */
export async function readAccount(): Promise<Account | null> {
  await configure()
  const { tokens } = await cognito.fetchAuthSession()
  const claims = tokens?.idToken?.payload
  if (!claims) return null
  const text = (claim: unknown) => (typeof claim === 'string' ? claim : '')
  return {
    email: text(claims['email']),
    firstName: text(claims['given_name']),
    lastName: text(claims['family_name']),
  }
}

/** The token that the API's authorizer reads. The identity token: from it the manager's row can be made. */
export async function readToken(): Promise<string | undefined> {
  await configure()
  const { tokens } = await cognito.fetchAuthSession()
  return tokens?.idToken?.toString()
}

/** Trades the refresh token for fresh ones, whatever this device's clock thinks of the old ones. */
export async function refreshSession(): Promise<boolean> {
  await configure()
  const { tokens } = await cognito.fetchAuthSession({ forceRefresh: true })
  return tokens !== undefined
}

/**
 * Signs in by SRP: the password itself never leaves this page.
 *
 * @throws the user pool's own error, whose message is written for the reader
 */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  await configure()
  const { isSignedIn, nextStep } = await cognito
    .signIn({ username: email, password })
    .catch(async (fault: unknown) => {
      // Another tab signed in first, or an old session was never ended: this password decides.
      if (!(fault instanceof Error) || fault.name !== 'UserAlreadyAuthenticatedException') throw fault
      await cognito.signOut()
      return cognito.signIn({ username: email, password })
    })
  if (isSignedIn) return 'signed-in'
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'unconfirmed'
  if (nextStep.signInStep === 'RESET_PASSWORD') return 'password-reset-needed'
  throw new UnexpectedStep(nextStep.signInStep)
}

/** The user pool asks for something that these screens do not offer, like a second factor. */
export class UnexpectedStep extends Error {}

/** Opens an account. Its address is to be confirmed before anybody can sign in. */
export async function signUp(account: NewAccount): Promise<void> {
  await configure()
  await cognito.signUp({
    username: account.email,
    password: account.password,
    options: {
      userAttributes: {
        email: account.email,
        given_name: account.firstName,
        family_name: account.lastName,
        ...(account.companyName && { 'custom:company_name': account.companyName }),
      },
    },
  })
}

/** Confirms an address by the code of the message. An address confirmed before stays confirmed. */
export async function confirmSignUp(email: string, code: string): Promise<void> {
  await configure()
  await cognito.confirmSignUp({ username: email, confirmationCode: code })
}

/** Sends the confirming message once more. */
export async function resendConfirmation(email: string): Promise<void> {
  await configure()
  await cognito.resendSignUpCode({ username: email })
}

/** Sends the code with which a new password can be chosen. */
export async function requestPasswordReset(email: string): Promise<void> {
  await configure()
  await cognito.resetPassword({ username: email })
}

/** Sets a new password by the code of the message. */
export async function chooseNewPassword(email: string, code: string, newPassword: string): Promise<void> {
  await configure()
  await cognito.confirmResetPassword({ username: email, confirmationCode: code, newPassword })
}

/** Ends the session on this device. */
export async function signOut(): Promise<void> {
  await configure()
  await cognito.signOut()
}

takeManagerTokenFrom(readToken)
