import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Clock, Service, ServiceRequest, ServiceResponse } from '../service.ts'
import { parseCredential } from '../sigv4.ts'
import { accountOperations } from './account.ts'
import { adminOperations } from './admin.ts'
import { createCodes } from './codes.ts'
import { CognitoFault } from './fault.ts'
import { createMessages } from './messages.ts'
import type { Deliver } from './messages.ts'
import type { Operations, Pool } from './pool.ts'
import { readClient, readPool } from './settings.ts'
import type { Resource } from './settings.ts'
import { signInOperations } from './sign-in.ts'
import { signUpOperations } from './sign-up.ts'
import { createTokens } from './tokens.ts'
import { createCallTrigger } from './triggers.ts'
import type { Triggers } from './triggers.ts'
import { createUsers } from './users.ts'

export type CognitoOptions = {
  /** Where accounts, codes and the signing key are kept; in memory without it. Closing it is the caller's. */
  store?: DatabaseSync
  clock: Clock
  pool: Resource
  clients: readonly Resource[]
  triggers?: Triggers
  deliver: Deliver
  /** The `iss` of every token; AWS's own form for the pool by default. */
  issuer?: string
}

/** One Cognito user pool on this machine: sign-up with codes, SRP sign-in, tokens, triggers. */
export const createCognito = (options: CognitoOptions): Service => {
  const { store = new DatabaseSync(':memory:'), clock, triggers = {}, deliver } = options
  const settings = readPool(options.pool)
  const { region, id } = settings
  const issuer = options.issuer ?? `https://cognito-idp.${region}.amazonaws.com/${id}`
  const codes = createCodes(store, clock)
  const callTrigger = createCallTrigger(settings, triggers)
  const pool: Pool = {
    settings,
    clients: new Map(options.clients.map((client) => [client.id, readClient(client)])),
    clock,
    users: createUsers(store),
    codes,
    tokens: createTokens(store, clock, issuer),
    messages: createMessages(settings, codes, callTrigger, deliver),
    callTrigger,
  }
  const operations: Operations = {
    ...signUpOperations(pool),
    ...signInOperations(pool),
    ...accountOperations(pool),
    ...adminOperations(pool),
  }
  const documents: Record<string, object> = {
    [`/${id}/.well-known/jwks.json`]: pool.tokens.jwks,
    [`/${id}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/.well-known/jwks.json` },
  }

  return {
    handle: async (request) => {
      const reply = await answer(request, operations, documents)
      return { ...reply, headers: { ...reply.headers, ...browserHeaders(request) } }
    },
    close: async () => undefined,
  }
}

const answer = async (
  request: ServiceRequest,
  operations: Operations,
  documents: Record<string, object>,
): Promise<ServiceResponse> => {
  if (request.method === 'OPTIONS') return { status: 204, headers: {}, body: '' }
  const document = request.method === 'GET' ? documents[request.url.pathname] : undefined
  if (document) return json(200, document)
  try {
    const [service, name = ''] = (request.headers['x-amz-target'] ?? '').split('.')
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (service !== 'AWSCognitoIdentityProviderService' || !operation) {
      throw new CognitoFault('UnknownOperationException', `${name} is not offered by the local Cognito.`)
    }
    if (name.startsWith('Admin') && !parseCredential(request)) {
      throw new CognitoFault('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    return json(200, await operation(readBody(request)))
  } catch (error) {
    if (error instanceof CognitoFault) return json(400, { __type: error.type, message: error.message })
    process.emitWarning(error instanceof Error ? error : String(error))
    return json(500, { __type: 'InternalErrorException', message: String(error) })
  }
}

const readBody = ({ body }: ServiceRequest): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new CognitoFault('SerializationException', 'The request body is not JSON.')
  }
}

const json = (status: number, body: object): ServiceResponse => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
  body: JSON.stringify(body),
})

/** Browsers call Cognito from any origin. */
const browserHeaders = ({ headers }: ServiceRequest): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST,OPTIONS',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-expose-headers': 'x-amzn-errortype,x-amzn-requestid',
  'access-control-max-age': '172800',
})
