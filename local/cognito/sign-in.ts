import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { sameText } from '../sigv4.ts'
import { CognitoFault, invalidParameter, wrongCredentials } from './fault.ts'
import { ClientMetadata, clientOf, operation, requireUser, saveUser } from './pool.ts'
import type { Operations, Pool } from './pool.ts'
import { requireGoodPassword } from './settings.ts'
import type { ClientSettings } from './settings.ts'
import { createVerifier, expectedProof, passwordMatches, startExchange } from './srp.ts'
import type { Exchange } from './srp.ts'
import type { User } from './users.ts'

const Texts = z.record(z.string(), z.string())

const InitiateAuth = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: Texts.default({}),
  ClientMetadata,
})
const RespondToAuthChallenge = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  ChallengeResponses: Texts.default({}),
  Session: z.string().nullish(),
})
const GetTokensFromRefreshToken = z.object({ ClientId: z.string(), RefreshToken: z.string() })
const RevokeToken = z.object({ ClientId: z.string(), Token: z.string() })

/** An answer that is awaited: proof of the password, or a new password in place of a temporary one. */
type Challenge = { until: number; userId: string; verifier: string; exchange?: Exchange }

/** Cognito waits three minutes for the answer to a challenge. */
const challengeLifetimeMs = 3 * 60 * 1000

/** Signing in, staying signed in, and ending a sign-in. Open sign-ins are lost with the process, as is right. */
export const signInOperations = (pool: Pool): Operations => {
  const { settings, users, tokens, clock } = pool
  const challenges = new Map<string, Challenge>()
  // Makes up the same salt and id for the same unknown address every time, as for a known one.
  const disguise = randomBytes(32)

  const remember = (key: string, challenge: Omit<Challenge, 'until'>) => {
    for (const [old, { until }] of challenges) if (until <= clock.now()) challenges.delete(old)
    challenges.set(key, { ...challenge, until: clock.now() + challengeLifetimeMs })
  }

  const takeChallenge = (key: string | null | undefined): Challenge | undefined => {
    const challenge = key ? challenges.get(key) : undefined
    if (key) challenges.delete(key)
    return challenge && challenge.until > clock.now() ? challenge : undefined
  }

  const askForProof = (client: ClientSettings, name: string, clientPublic: string) => {
    const user = users.find(name)
    if (!user && !client.hidesUsers) throw new CognitoFault('UserNotFoundException', 'User does not exist.')
    const { userId, salt, verifier } = user
      ? { userId: user.sub, ...user.password }
      : inventUser(disguise, name)
    const exchange = /^[0-9a-f]+$/i.test(clientPublic) ? startExchange(verifier, clientPublic) : undefined
    if (!exchange) throw invalidParameter('Invalid SRP_A.')
    const secretBlock = randomBytes(64).toString('base64')
    remember(secretBlock, { userId, verifier, exchange })
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: salt,
        SECRET_BLOCK: secretBlock,
        SRP_B: exchange.serverPublic,
        USERNAME: userId,
        USER_ID_FOR_SRP: userId,
      },
    }
  }

  const checkProof = (answers: Record<string, string>): User => {
    const secretBlock = answers['PASSWORD_CLAIM_SECRET_BLOCK'] ?? ''
    const challenge = takeChallenge(secretBlock)
    if (!challenge?.exchange) throw wrongCredentials()
    const { userId, verifier, exchange } = challenge
    const timestamp = answers['TIMESTAMP'] ?? ''
    const proof = expectedProof(exchange, verifier, { pool: settings.name, userId, secretBlock, timestamp })
    const user = users.find(userId)
    if (!sameText(proof, answers['PASSWORD_CLAIM_SIGNATURE'] ?? '') || !user) throw wrongCredentials()
    return user
  }

  const admit = (user: User, client: ClientSettings): object => {
    if (user.status === 'UNCONFIRMED') {
      throw new CognitoFault('UserNotConfirmedException', 'User is not confirmed.')
    }
    if (user.status === 'FORCE_CHANGE_PASSWORD') {
      const session = randomUUID()
      remember(session, { userId: user.sub, verifier: user.password.verifier })
      return {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: session,
        ChallengeParameters: {
          USER_ID_FOR_SRP: user.sub,
          requiredAttributes: '[]',
          userAttributes: JSON.stringify(user.attributes),
        },
      }
    }
    return { ChallengeParameters: {}, AuthenticationResult: tokens.issue(user, client) }
  }

  const refresh = (client: ClientSettings, refreshToken: string): object => {
    const signIn = tokens.readRefreshToken(refreshToken, client)
    return { AuthenticationResult: tokens.refresh(signIn, requireUser(pool, signIn.sub), client) }
  }

  const takeNewPassword = (session: string | null | undefined, password: string): User => {
    const challenge = takeChallenge(session)
    const user = challenge && users.find(challenge.userId)
    if (!user) throw new CognitoFault('NotAuthorizedException', 'Invalid session for the user.')
    requireGoodPassword(password, settings)
    user.password = createVerifier(settings.name, user.sub, password)
    user.status = 'CONFIRMED'
    saveUser(pool, user)
    return user
  }

  return {
    InitiateAuth: operation(InitiateAuth, async ({ ClientId, AuthFlow, AuthParameters }) => {
      const client = clientOf(pool, ClientId)
      const flow = AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : AuthFlow
      if (!client.authFlows.includes(flow)) throw invalidParameter(`${flow} flow not enabled for this client`)
      const name = AuthParameters['USERNAME'] ?? ''
      if (flow === 'USER_SRP_AUTH') return askForProof(client, name, AuthParameters['SRP_A'] ?? '')
      if (flow === 'REFRESH_TOKEN_AUTH') return refresh(client, AuthParameters['REFRESH_TOKEN'] ?? '')
      if (flow !== 'USER_PASSWORD_AUTH')
        throw invalidParameter(`${flow} is not offered by the local Cognito.`)
      const user = users.find(name)
      const password = AuthParameters['PASSWORD'] ?? ''
      if (!user || !passwordMatches(settings.name, user.sub, password, user.password))
        throw wrongCredentials()
      return admit(user, client)
    }),

    RespondToAuthChallenge: operation(RespondToAuthChallenge, async (request) => {
      const client = clientOf(pool, request.ClientId)
      const answers = request.ChallengeResponses
      if (request.ChallengeName === 'PASSWORD_VERIFIER') return admit(checkProof(answers), client)
      if (request.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
        return admit(takeNewPassword(request.Session, answers['NEW_PASSWORD'] ?? ''), client)
      }
      throw invalidParameter(`${request.ChallengeName} is not offered by the local Cognito.`)
    }),

    GetTokensFromRefreshToken: operation(GetTokensFromRefreshToken, async ({ ClientId, RefreshToken }) =>
      refresh(clientOf(pool, ClientId), RefreshToken),
    ),

    RevokeToken: operation(RevokeToken, async ({ ClientId, Token }) => {
      clientOf(pool, ClientId)
      tokens.revoke(Token)
      return {}
    }),
  }
}

const inventUser = (secret: Buffer, name: string) => {
  const digest = createHmac('sha256', secret).update(name.toLowerCase()).digest('hex')
  const userId = digest.slice(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { userId, salt: digest.slice(0, 32), verifier: randomBytes(384).toString('hex') }
}
