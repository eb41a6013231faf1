import { CognitoFault } from './fault.ts'
import type { PoolSettings } from './settings.ts'
import type { User } from './users.ts'

export type TriggerName = 'PreSignUp' | 'CustomMessage' | 'PostConfirmation'

/** What a trigger is given and gives back with its `response` filled in. */
export type TriggerEvent = {
  version: string
  triggerSource: string
  region: string
  userPoolId: string
  userName: string
  callerContext: { awsSdkVersion: string; clientId: string }
  request: Record<string, unknown>
  response: Record<string, unknown>
}

/** The functions that the pool's template names; a missing one is a trigger that is not set. */
export type Triggers = Partial<Record<TriggerName, (event: TriggerEvent) => Promise<unknown>>>

export type CallTrigger = (call: {
  /** As Cognito writes it, the trigger's name first: `CustomMessage_SignUp`. */
  source: string
  user: User
  /** Undefined for administrators' calls. */
  clientId?: string | undefined
  request?: Record<string, unknown>
  /** The response as the trigger finds it. */
  response: Record<string, unknown>
}) => Promise<Record<string, unknown>>

export const createCallTrigger =
  (pool: PoolSettings, triggers: Triggers): CallTrigger =>
  async ({ source, user, clientId, request, response }) => {
    const name = source.split('_')[0] as TriggerName
    const trigger = triggers[name]
    if (!trigger) return response
    const event: TriggerEvent = {
      version: '1',
      triggerSource: source,
      region: pool.region,
      userPoolId: pool.id,
      userName: user.sub,
      callerContext: {
        awsSdkVersion: 'aws-sdk-unknown-unknown',
        clientId: clientId ?? 'CLIENT_ID_NOT_APPLICABLE',
      },
      request: {
        userAttributes: { sub: user.sub, 'cognito:user_status': user.status, ...user.attributes },
        ...request,
      },
      response,
    }
    const answer = await callOrRefuse(name, () => trigger(event))
    const given = answer && typeof answer === 'object' && 'response' in answer ? answer.response : undefined
    if (!given || typeof given !== 'object') {
      throw new CognitoFault('InvalidLambdaResponseException', `${name} did not return its event.`)
    }
    return { ...response, ...given }
  }

const callOrRefuse = async (name: TriggerName, call: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await call()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new CognitoFault('UserLambdaValidationException', `${name} failed with error ${message}.`)
  }
}
