import * as z from 'zod'
import type { Clock } from '../service.ts'
import type { Codes } from './codes.ts'
import { CognitoFault, invalidParameter } from './fault.ts'
import type { Messages } from './messages.ts'
import type { ClientSettings, PoolSettings } from './settings.ts'
import type { Tokens } from './tokens.ts'
import type { CallTrigger } from './triggers.ts'
import type { User, Users } from './users.ts'

/** The user pool as the operations see it. */
export type Pool = {
  settings: PoolSettings
  clients: ReadonlyMap<string, ClientSettings>
  clock: Clock
  users: Users
  codes: Codes
  tokens: Tokens
  messages: Messages
  callTrigger: CallTrigger
}

export type Operations = Record<string, (request: unknown) => Promise<object>>

/** An API action: refuses a malformed request, then runs. */
export const operation =
  <Schema extends z.ZodType>(schema: Schema, run: (request: z.infer<Schema>) => Promise<object>) =>
  async (request: unknown): Promise<object> => {
    const parsed = schema.safeParse(request)
    if (!parsed.success) throw invalidParameter(z.prettifyError(parsed.error))
    return run(parsed.data)
  }

export const AttributeList = z.array(z.object({ Name: z.string(), Value: z.string() })).default([])
export const ClientMetadata = z.record(z.string(), z.string()).optional()

export const clientOf = ({ clients }: Pool, id: string): ClientSettings => {
  const client = clients.get(id)
  if (!client) throw new CognitoFault('ResourceNotFoundException', `User pool client ${id} does not exist.`)
  return client
}

export const requireUser = ({ users }: Pool, name: string): User => {
  const user = users.find(name)
  if (!user) throw new CognitoFault('UserNotFoundException', 'User does not exist.')
  return user
}

/** Saves what an operation changed of a user. */
export const saveUser = ({ users, clock }: Pool, user: User): void =>
  users.save({ ...user, updatedAt: new Date(clock.now()).toISOString() })

export const requireFreeEmail = ({ users }: Pool, email: string, owner: User): void => {
  const other = users.find(email)
  if (other && other.sub !== owner.sub) {
    throw new CognitoFault('AliasExistsException', 'An account with the given email already exists.')
  }
}

/** OpenID Connect's claims that a pool knows without being told. */
const standardAttributes = new Set(
  (
    'address birthdate email family_name gender given_name locale middle_name name nickname phone_number ' +
    'picture preferred_username profile updated_at website zoneinfo'
  ).split(' '),
)

/** Takes attributes that users send about themselves; whether an address is verified is not theirs to say. */
export const readAttributes = (
  { settings }: Pool,
  list: z.infer<typeof AttributeList>,
): Record<string, string> => {
  for (const { Name } of list) {
    if (Name.endsWith('_verified') || Name === 'sub') {
      throw new CognitoFault('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
    }
    if (!standardAttributes.has(Name) && !settings.customAttributes.includes(Name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: Type for attribute {${Name}} could not be determined`,
      )
    }
  }
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))
}
