import * as z from 'zod'
import { CognitoFault } from './fault.ts'

/** A user pool or one of its clients as the template describes it: resolved properties, and the id. */
export type Resource = { id: string; properties: Record<string, unknown> }

/** What matters here of an AWS::Cognito::UserPool. */
const PoolProperties = z.object({
  Policies: z
    .object({
      PasswordPolicy: z
        .object({
          MinimumLength: z.number().default(8),
          RequireUppercase: z.boolean().default(false),
          RequireLowercase: z.boolean().default(false),
          RequireNumbers: z.boolean().default(false),
          RequireSymbols: z.boolean().default(false),
        })
        .prefault({}),
    })
    .prefault({}),
  Schema: z.array(z.object({ Name: z.string(), Required: z.boolean().default(false) })).default([]),
  UserAttributeUpdateSettings: z
    .object({ AttributesRequireVerificationBeforeUpdate: z.array(z.string()).default([]) })
    .prefault({}),
  EmailConfiguration: z.object({ From: z.string().optional() }).prefault({}),
  EmailVerificationSubject: z.string().default('Your verification code'),
  EmailVerificationMessage: z.string().default('Your confirmation code is {####}'),
})

const TimeUnit = z.enum(['seconds', 'minutes', 'hours', 'days'])

/** What matters here of an AWS::Cognito::UserPoolClient. */
const ClientProperties = z.object({
  ExplicitAuthFlows: z.array(z.string()).default(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
  PreventUserExistenceErrors: z.string().default('LEGACY'),
  AccessTokenValidity: z.number().default(1),
  IdTokenValidity: z.number().default(1),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({
      AccessToken: TimeUnit.default('hours'),
      IdToken: TimeUnit.default('hours'),
      RefreshToken: TimeUnit.default('days'),
    })
    .prefault({}),
})

export type PoolSettings = {
  id: string
  /** The id without its region: it takes part in every password's hash. */
  name: string
  region: string
  passwordPolicy: z.infer<typeof PoolProperties>['Policies']['PasswordPolicy']
  requiredAttributes: string[]
  /** Attributes of the pool's own, as they are sent: `custom:company_name`. */
  customAttributes: string[]
  /** A new address replaces the old one only once it is verified. */
  keepsOriginalEmail: boolean
  sender: string | undefined
  defaultSubject: string
  /** HTML with `{####}` where the code goes. */
  defaultMessage: string
}

export type ClientSettings = {
  id: string
  authFlows: string[]
  /** Replies do not tell whether an address has an account. */
  hidesUsers: boolean
  accessTokenSeconds: number
  idTokenSeconds: number
  refreshTokenSeconds: number
}

export const readPool = ({ id, properties }: Resource): PoolSettings => {
  const pool = PoolProperties.parse(properties)
  const [region = '', name = ''] = id.split('_')
  return {
    id,
    name,
    region,
    passwordPolicy: pool.Policies.PasswordPolicy,
    requiredAttributes: pool.Schema.filter(({ Required }) => Required).map(({ Name }) => Name),
    customAttributes: pool.Schema.map(({ Name }) => `custom:${Name}`),
    keepsOriginalEmail:
      pool.UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate.includes('email'),
    sender: pool.EmailConfiguration.From,
    defaultSubject: pool.EmailVerificationSubject,
    defaultMessage: pool.EmailVerificationMessage,
  }
}

const unitSeconds = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

export const readClient = ({ id, properties }: Resource): ClientSettings => {
  const client = ClientProperties.parse(properties)
  const units = client.TokenValidityUnits
  return {
    id,
    authFlows: client.ExplicitAuthFlows.map((flow) => flow.replace(/^ALLOW_/, '')),
    hidesUsers: client.PreventUserExistenceErrors === 'ENABLED',
    accessTokenSeconds: client.AccessTokenValidity * unitSeconds[units.AccessToken],
    idTokenSeconds: client.IdTokenValidity * unitSeconds[units.IdToken],
    refreshTokenSeconds: client.RefreshTokenValidity * unitSeconds[units.RefreshToken],
  }
}

/** Throws the first rule of the pool that a new password breaks. */
export const requireGoodPassword = (password: string, { passwordPolicy: policy }: PoolSettings): void => {
  const rules: [boolean, string][] = [
    [password.length >= policy.MinimumLength, 'Password not long enough'],
    [!policy.RequireUppercase || /[A-Z]/.test(password), 'Password must have uppercase characters'],
    [!policy.RequireLowercase || /[a-z]/.test(password), 'Password must have lowercase characters'],
    [!policy.RequireNumbers || /\d/.test(password), 'Password must have numeric characters'],
    [!policy.RequireSymbols || /[^\w\s]|_/.test(password), 'Password must have symbol characters'],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken) {
    throw new CognitoFault('InvalidPasswordException', `Password did not conform with policy: ${broken[1]}`)
  }
}
