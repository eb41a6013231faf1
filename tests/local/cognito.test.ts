import { createPublicKey, verify } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PoolMail } from '../../local/cognito/messages.ts'
import { createCognito } from '../../local/cognito/service.ts'
import type { CognitoOptions } from '../../local/cognito/service.ts'
import type { TriggerEvent } from '../../local/cognito/triggers.ts'
import { serve } from './serve.ts'

const pool = {
  id: 'us-east-1_LOCAL0001',
  properties: {
    Policies: { PasswordPolicy: { MinimumLength: 10 } },
    Schema: [{ Name: 'given_name', Required: true, Mutable: true }, { Name: 'company_name' }],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    EmailConfiguration: { From: 'hello@waitlist.test' },
  },
}
const client = {
  id: 'web',
  properties: {
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    AccessTokenValidity: 60,
    TokenValidityUnits: { AccessToken: 'minutes' },
  },
}

const username = 'Ann@example.com'
const password = 'a long enough password'
let time: number
let mails: PoolMail[]
let events: TriggerEvent[]
let endpoint: string
const cleanups: (() => unknown)[] = []

const record = async (event: TriggerEvent) => {
  events.push(event)
  return event
}

const start = async (options: Partial<CognitoOptions> = {}) => {
  const service = createCognito({
    clock: { now: () => time },
    pool,
    clients: [client],
    triggers: { PostConfirmation: record },
    deliver: (mail) => void mails.push(mail),
    ...options,
  })
  const server = await serve(service)
  cleanups.push(server.close, () => service.close())
  endpoint = server.url
  Amplify.configure({
    Auth: { Cognito: { userPoolId: pool.id, userPoolClientId: client.id, userPoolEndpoint: server.url } },
  })
}

const lastCode = (): string => /\d{6}/.exec(mails.at(-1)?.html ?? '')?.[0] ?? ''
const wrongCode = (): string => String((Number(lastCode()) + 1) % 1_000_000).padStart(6, '0')

const join = () =>
  signUp({
    username,
    password,
    options: { userAttributes: { email: username, given_name: 'Ann', 'custom:company_name': 'Sea Homes' } },
  })
const joinWith = (input: { username?: string; password?: string; userAttributes?: Record<string, string> }) =>
  signUp({
    username: input.username ?? username,
    password: input.password ?? password,
    options: { userAttributes: { given_name: 'Ann', ...input.userAttributes } },
  })
const joinAndConfirm = async () => {
  await join()
  await confirmSignUp({ username, confirmationCode: lastCode() })
}

/** A call outside Amplify. Signed means with AWS credentials; the front door checks the signature itself. */
const call = async (action: string, request: object, signed = true) => {
  const scope = 'LOCAL/20260601/us-east-1/cognito-idp/aws4_request'
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      ...(signed && {
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=00`,
      }),
    },
    body: JSON.stringify({ UserPoolId: pool.id, ...request }),
  })
  return (await response.json()) as Record<string, unknown>
}

// Amplify warns of every endpoint but AWS's own.
ConsoleLogger.LOG_LEVEL = 'ERROR'

beforeEach(() => {
  time = Date.now()
  mails = []
  events = []
})
afterEach(async () => {
  await signOut().catch(() => undefined)
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

describe('sign-up', () => {
  test('mails a code that confirms the address, tells the trigger, and lets the user in', async () => {
    await start()
    expect(await join()).toMatchObject({
      isSignUpComplete: false,
      nextStep: { signUpStep: 'CONFIRM_SIGN_UP' },
    })
    expect(mails).toMatchObject([
      { from: 'hello@waitlist.test', to: username, source: 'CustomMessage_SignUp' },
    ])
    expect(await signIn({ username, password })).toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    })
    await expect(confirmSignUp({ username, confirmationCode: wrongCode() })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    })
    expect(events).toEqual([])
    expect(await confirmSignUp({ username, confirmationCode: lastCode() })).toMatchObject({
      isSignUpComplete: true,
    })
    expect(events).toMatchObject([
      {
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        userPoolId: pool.id,
        request: {
          userAttributes: {
            email: username,
            given_name: 'Ann',
            'custom:company_name': 'Sea Homes',
            'cognito:user_status': 'CONFIRMED',
          },
        },
      },
    ])
    expect(await signIn({ username: username.toLowerCase(), password })).toMatchObject({ isSignedIn: true })
    expect(await fetchUserAttributes()).toMatchObject({ email: username, email_verified: 'true' })
    expect((await getCurrentUser()).userId).toBe((await fetchUserAttributes()).sub)
  })

  test('words the mail as the trigger wants it, with the code in place', async () => {
    await start({
      triggers: {
        CustomMessage: async (event) => {
          await record(event)
          const code = String(event.request['codeParameter'])
          const response = {
            emailSubject: 'Welcome',
            emailMessage: `<a href="/auth?code=${code}">${code}</a>`,
          }
          return { ...event, response: { ...event.response, ...response } }
        },
      },
    })
    await join()
    expect(mails.at(-1)?.subject).toBe('Welcome')
    expect(mails.at(-1)?.html).toMatch(/^<a href="\/auth\?code=(\d{6})">\1<\/a>$/)
    const first = lastCode()
    await resendSignUpCode({ username })
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
      'CustomMessage_SignUp',
      'CustomMessage_ResendCode',
    ])
    if (first !== lastCode()) {
      await expect(confirmSignUp({ username, confirmationCode: first })).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
    }
    await confirmSignUp({ username, confirmationCode: lastCode() })
  })

  test('reports a trigger that fails', async () => {
    await start({ triggers: { PostConfirmation: () => Promise.reject(new Error('no table')) } })
    await join()
    await expect(confirmSignUp({ username, confirmationCode: lastCode() })).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PostConfirmation failed with error no table.',
    })
    expect(await signIn({ username, password })).toMatchObject({ isSignedIn: true })
  })

  test('refuses what breaks the rules of the pool', async () => {
    await start()
    const refusals: [Promise<unknown>, string][] = [
      [joinWith({ password: 'short' }), 'InvalidPasswordException'],
      [joinWith({ username: 'Ann' }), 'InvalidParameterException'],
      [joinWith({ userAttributes: { given_name: '' } }), 'InvalidParameterException'],
      [joinWith({ userAttributes: { 'custom:role': 'owner' } }), 'InvalidParameterException'],
      [joinWith({ userAttributes: { email_verified: 'true' } }), 'NotAuthorizedException'],
    ]
    for (const [refused, name] of refusals) await expect(refused).rejects.toMatchObject({ name })
    await join()
    await expect(join()).rejects.toMatchObject({ name: 'UsernameExistsException' })
  })

  test('lets a code end: after a day, and after five wrong guesses', async () => {
    await start()
    await join()
    time += 24 * 3600_000
    await expect(confirmSignUp({ username, confirmationCode: lastCode() })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    })
    await resendSignUpCode({ username })
    for (let guess = 0; guess < 5; guess++) {
      await confirmSignUp({ username, confirmationCode: wrongCode() }).catch(() => undefined)
    }
    await expect(confirmSignUp({ username, confirmationCode: lastCode() })).rejects.toMatchObject({
      name: 'LimitExceededException',
    })
  })
})

describe('sign-in', () => {
  test('refuses a wrong password and an unknown address with the same words', async () => {
    await start()
    await joinAndConfirm()
    const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    await expect(signIn({ username, password: 'not the password' })).rejects.toMatchObject(refusal)
    await expect(signIn({ username: 'eve@example.com', password })).rejects.toMatchObject(refusal)
    expect(await resetPassword({ username: 'eve@example.com' })).toMatchObject({
      nextStep: { codeDeliveryDetails: { destination: 'e***@e***' } },
    })
    expect(mails).toHaveLength(1)
  })

  test('refuses a client number that would give the secret away', async () => {
    await start()
    await joinAndConfirm()
    for (const SRP_A of ['0', 'zz', '']) {
      const AuthParameters = { USERNAME: username, SRP_A }
      const request = { ClientId: client.id, AuthFlow: 'USER_SRP_AUTH', AuthParameters }
      expect(await call('InitiateAuth', request)).toMatchObject({ __type: 'InvalidParameterException' })
    }
  })

  test('gives tokens that API Gateway can check by the published key', async () => {
    await start()
    await joinAndConfirm()
    await signIn({ username, password })
    const { tokens } = await fetchAuthSession()
    const response = await fetch(`${endpoint}/${pool.id}/.well-known/jwks.json`)
    const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] }
    const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${pool.id}`
    for (const token of [tokens?.accessToken, tokens?.idToken]) {
      const [header = '', body = '', signature = ''] = String(token).split('.')
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
      const key = keys.find((candidate) => candidate.kid === kid) ?? {}
      const publicKey = createPublicKey({ key, format: 'jwk' })
      const signed = Buffer.from(`${header}.${body}`)
      expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    }
    expect(tokens?.accessToken.payload).toMatchObject({
      iss: issuer,
      client_id: client.id,
      token_use: 'access',
      exp: Math.floor(time / 1000) + 3600,
    })
    expect(tokens?.idToken?.payload).toMatchObject({ iss: issuer, aud: client.id, email: username })
  })

  test('refreshes tokens until the sign-in is ended', async () => {
    await start()
    await joinAndConfirm()
    await signIn({ username, password })
    const first = (await fetchAuthSession()).tokens?.accessToken
    time += 50 * 60_000
    const second = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken
    expect(Number(second?.payload.iat)).toBe(Number(first?.payload.iat) + 50 * 60)
    const AccessToken = String(second)
    await signOut()
    expect(await call('GetUser', { AccessToken })).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Access Token has been revoked',
    })
  })

  test('ends every sign-in at once when asked to', async () => {
    await start()
    await joinAndConfirm()
    await signIn({ username, password })
    const elsewhere = String((await fetchAuthSession()).tokens?.accessToken)
    await signOut()
    await signIn({ username, password })
    await signOut({ global: true })
    expect(await call('GetUser', { AccessToken: elsewhere })).toMatchObject({
      __type: 'NotAuthorizedException',
    })
  })

  test('refuses a forged token and one that is too old', async () => {
    await start()
    await joinAndConfirm()
    await signIn({ username, password })
    const token = String((await fetchAuthSession()).tokens?.accessToken)
    const [header = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url')
    const invalid = { __type: 'NotAuthorizedException', message: 'Invalid Access Token' }
    expect(await call('GetUser', { AccessToken: [header, forged, signature].join('.') })).toMatchObject(
      invalid,
    )
    expect(await call('GetUser', { AccessToken: 'nonsense' })).toMatchObject(invalid)
    time += 3600_000
    expect(await call('GetUser', { AccessToken: token })).toMatchObject({
      message: 'Access Token has expired',
    })
  })
})

describe('accounts', () => {
  test('a forgotten password is replaced by a mailed code', async () => {
    await start()
    await joinAndConfirm()
    await resetPassword({ username })
    expect(mails.at(-1)).toMatchObject({ source: 'CustomMessage_ForgotPassword', to: username })
    const newPassword = 'another long password'
    const attempt = (chosen: string) =>
      confirmResetPassword({ username, confirmationCode: lastCode(), newPassword: chosen })
    await expect(attempt('short')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await attempt(newPassword)
    await expect(attempt(newPassword)).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    expect(events.at(-1)?.triggerSource).toBe('PostConfirmation_ConfirmForgotPassword')
    await expect(signIn({ username, password })).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(await signIn({ username, password: newPassword })).toMatchObject({ isSignedIn: true })
    const newest = 'a third long password'
    await updatePassword({ oldPassword: newPassword, newPassword: newest })
    await signOut()
    expect(await signIn({ username, password: newest })).toMatchObject({ isSignedIn: true })
  })

  test('a new address counts once it is verified, and not before', async () => {
    await start()
    await joinAndConfirm()
    await signIn({ username, password })
    const email = 'ann@new.example.com'
    await updateUserAttributes({ userAttributes: { email, given_name: 'Anna' } })
    expect(mails.at(-1)).toMatchObject({ to: email, source: 'CustomMessage_UpdateUserAttribute' })
    expect(await fetchUserAttributes()).toMatchObject({ email: username, given_name: 'Anna' })
    await sendUserAttributeVerificationCode({ userAttributeKey: 'email' })
    expect(mails.at(-1)).toMatchObject({ to: email, source: 'CustomMessage_VerifyUserAttribute' })
    await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: lastCode() })
    expect(await fetchUserAttributes()).toMatchObject({ email, email_verified: 'true' })
    await signOut()
    await expect(signIn({ username, password })).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true })
  })

  test('a deleted user is gone', async () => {
    await start()
    await joinAndConfirm()
    await signIn({ username, password })
    await deleteUser()
    await expect(signIn({ username, password })).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await joinAndConfirm()
  })

  test('an administrator makes users, who choose their own password first', async () => {
    await start()
    const UserAttributes = [{ Name: 'given_name', Value: 'Ann' }]
    expect(await call('AdminCreateUser', { Username: username, UserAttributes }, false)).toMatchObject({
      __type: 'MissingAuthenticationTokenException',
    })
    await call('AdminCreateUser', { Username: username, UserAttributes })
    const temporary = /password is (.*)\.$/.exec(mails.at(-1)?.html ?? '')?.[1] ?? ''
    expect(await signIn({ username, password: temporary })).toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' },
    })
    expect(await confirmSignIn({ challengeResponse: password })).toMatchObject({ isSignedIn: true })
    await signOut()
    await call('AdminSetUserPassword', { Username: username, Password: 'set by an admin', Permanent: true })
    expect(await signIn({ username, password: 'set by an admin' })).toMatchObject({ isSignedIn: true })
    expect(await call('AdminGetUser', { Username: username })).toMatchObject({ UserStatus: 'CONFIRMED' })
    await call('AdminDeleteUser', { Username: username })
    expect(await call('AdminGetUser', { Username: username })).toMatchObject({
      __type: 'UserNotFoundException',
    })
  })

  test('an administrator confirms a sign-up, and the trigger hears of it', async () => {
    await start()
    await join()
    await call('AdminConfirmSignUp', { Username: username })
    expect(events.at(-1)?.triggerSource).toBe('PostConfirmation_ConfirmSignUp')
    expect(await signIn({ username, password })).toMatchObject({ isSignedIn: true })
  })

  test('a restart keeps users, tokens and open codes', async () => {
    const store = new DatabaseSync(':memory:')
    cleanups.push(() => store.close())
    await start({ store })
    await joinAndConfirm()
    await signIn({ username, password })
    await resetPassword({ username })
    await start({ store })
    expect(await fetchUserAttributes()).toMatchObject({ email: username })
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined()
    await confirmResetPassword({ username, confirmationCode: lastCode(), newPassword: 'after the restart' })
  })
})

test('browsers may call from any origin', async () => {
  await start()
  const response = await fetch(endpoint, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-headers': 'x-amz-target,content-type',
    },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')).toBe('x-amz-target,content-type')
})
