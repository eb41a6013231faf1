import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { CognitoFault } from './fault.ts'
import { AttributeList, operation, requireUser, saveUser } from './pool.ts'
import type { Operations, Pool } from './pool.ts'
import { requireGoodPassword } from './settings.ts'
import { confirm, newUser, requireUnconfirmed } from './sign-up.ts'
import { createVerifier } from './srp.ts'
import { listAttributes } from './users.ts'
import type { User } from './users.ts'

const Named = z.object({ UserPoolId: z.string(), Username: z.string() })
const AdminCreateUser = Named.extend({
  UserAttributes: AttributeList,
  TemporaryPassword: z.string().optional(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
})
const AdminSetUserPassword = Named.extend({ Password: z.string(), Permanent: z.boolean().default(false) })

/** What a caller with AWS credentials may do with anybody's account. */
export const adminOperations = (pool: Pool): Operations => {
  const { settings, users, codes, tokens, messages } = pool
  const userOf = (request: z.infer<typeof Named>): User => {
    requirePool(pool, request.UserPoolId)
    return requireUser(pool, request.Username)
  }

  return {
    AdminCreateUser: operation(AdminCreateUser, async (request) => {
      requirePool(pool, request.UserPoolId)
      // Random, and with a character of every kind that a pool can ask for.
      const password = request.TemporaryPassword ?? `${randomBytes(12).toString('base64url')}aA1!`
      requireGoodPassword(password, settings)
      const attributes = Object.fromEntries(request.UserAttributes.map(({ Name, Value }) => [Name, Value]))
      const user: User = {
        ...newUser(pool, request.Username, password, attributes),
        status: 'FORCE_CHANGE_PASSWORD',
      }
      users.save(user)
      if (request.MessageAction !== 'SUPPRESS') await messages.sendInvitation(user, password)
      return { User: { ...describe(user), Attributes: listAttributes(user) } }
    }),

    AdminGetUser: operation(Named, async (request) => {
      const user = userOf(request)
      return { ...describe(user), UserAttributes: listAttributes(user) }
    }),

    AdminSetUserPassword: operation(AdminSetUserPassword, async (request) => {
      const user = userOf(request)
      requireGoodPassword(request.Password, settings)
      user.password = createVerifier(settings.name, user.sub, request.Password)
      user.status = request.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
      saveUser(pool, user)
      return {}
    }),

    AdminConfirmSignUp: operation(Named, async (request) => {
      const user = userOf(request)
      requireUnconfirmed(user)
      await confirm(pool, user)
      return {}
    }),

    AdminDeleteUser: operation(Named, async (request) => {
      const user = userOf(request)
      tokens.revokeAll(user)
      codes.forget(user)
      users.remove(user)
      return {}
    }),
  }
}

const requirePool = ({ settings }: Pool, id: string): void => {
  if (id === settings.id) return
  throw new CognitoFault('ResourceNotFoundException', `User pool ${id} does not exist.`)
}

const describe = (user: User) => ({
  Username: user.sub,
  Enabled: true,
  UserStatus: user.status,
  // Epoch seconds, as the protocol wants them.
  UserCreateDate: Date.parse(user.createdAt) / 1000,
  UserLastModifiedDate: Date.parse(user.updatedAt) / 1000,
})
