import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { routes } from '../../events/api.ts'
import type { Route } from '../../events/api.ts'
import * as env from '../../lambdas/lib/env.ts'
import { indexes } from '../../lambdas/table/keys.ts'
import { all, arnOf, codeOf, functionNamed, functions, list, one, spell } from './synthesized.ts'
import type { Value } from './synthesized.ts'

type Statement = { effect: string; actions: string[]; resources: string[] }

/** Everything that a function's role may do. */
function statementsOf(name: string): Statement[] {
  const role = functionNamed(name).properties.Role['Fn::GetAtt'][0] as string
  return all('AWS::IAM::Policy')
    .filter(({ properties }) => list(properties.Roles).some((attached) => attached.Ref === role))
    .flatMap(({ properties }) => list(properties.PolicyDocument.Statement))
    .map((statement: Value) => ({
      effect: statement.Effect,
      actions: list(statement.Action),
      resources: list(statement.Resource).map(spell),
    }))
}
const actionsOf = (name: string) =>
  statementsOf(name).flatMap(({ effect, actions }) => (effect === 'Allow' ? actions : []))

describe('routes', () => {
  const authorizer = one('AWS::ApiGatewayV2::Authorizer')

  /** What stands behind a line of the route table: the function called, and whether a token is asked for. */
  function behind(route: Route): string | undefined {
    const found = all('AWS::ApiGatewayV2::Route').find(
      ({ properties }) => properties.RouteKey === `${route.method} ${route.path}`,
    )
    if (!found) return undefined
    const integrationId = spell(found.properties.Target).match(/\{(\w+)\}/)?.[1]
    const integration = all('AWS::ApiGatewayV2::Integration').find(
      ({ logicalId }) => logicalId === integrationId,
    )
    const called = functions.find((f) => arnOf(f) === spell(integration?.properties.IntegrationUri))
    const { AuthorizationType, AuthorizerId } = found.properties
    const guarded = AuthorizationType === 'JWT' && AuthorizerId?.Ref === authorizer.logicalId
    return `${called?.name} ${guarded ? 'with a token' : AuthorizationType}`
  }

  test.each(Object.entries<Route>(routes))('%s goes to the function of its access', (name, route) => {
    const expected = {
      manager: `${name === 'checkAvailability' ? 'check-now' : 'manager-api'} with a token`,
      guest: 'guest-api NONE',
      stripe: undefined,
    }
    expect(behind(route)).toBe(expected[route.access])
  })

  test('there are no routes beside the table but the one that refuses all else', () => {
    const served = Object.values<Route>(routes).filter(({ access }) => access !== 'stripe')
    const keys = all('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey)
    expect(keys).toHaveLength(served.length + 1)
    expect(keys).toContain('ANY /api/{rest+}')
  })

  test("tokens are those of the managers' pool, for the web app", () => {
    const { Audience, Issuer } = authorizer.properties.JwtConfiguration
    expect(spell(Issuer)).toContain(`/{${one('AWS::Cognito::UserPool').logicalId}}`)
    expect(Audience).toEqual([{ Ref: one('AWS::Cognito::UserPoolClient').logicalId }])
  })

  test('calls are throttled, and logged without addresses or people', () => {
    const stage = one('AWS::ApiGatewayV2::Stage').properties
    expect(stage.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 })
    expect(stage.AccessLogSettings.Format).not.toMatch(/sourceIp|identity|claims|userAgent|\$context\.path/)
  })
})

describe('functions', () => {
  const schemas: Record<string, z.ZodMiniObject> = {
    'manager-api': env.ManagerApiEnv,
    'check-now': env.CheckNowEnv,
    'guest-api': env.GuestApiEnv,
    'dispatch-checks': env.DispatchChecksEnv,
    'check-calendars': env.CheckCalendarsEnv,
    'notify-guests': env.NotifyGuestsEnv,
    'send-mail': env.SendMailEnv,
    'mail-feedback': env.MailFeedbackEnv,
    'release-deferred': env.ReleaseDeferredEnv,
    'custom-message': env.CustomMessageEnv,
    'confirm-manager': env.ConfirmManagerEnv,
  }

  test('are those whose environment is known', () => {
    expect(functions.map(({ name }) => name).toSorted()).toEqual(Object.keys(schemas).toSorted())
  })

  test.each(Object.entries(schemas))('%s is told what it reads, and nothing secret', (name, schema) => {
    const variables = functionNamed(name).properties.Environment.Variables as Record<string, Value>
    const { POWERTOOLS_SERVICE_NAME, TZ, ...own } = variables
    expect({ POWERTOOLS_SERVICE_NAME, TZ }).toEqual({ POWERTOOLS_SERVICE_NAME: name, TZ: 'UTC' })
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(schema.shape).toSorted())
    // Only names of things in this stack and its parameters: a literal could be anything.
    for (const value of Object.values(own)) expect(value).toEqual({ Ref: expect.any(String) })
  })

  test.each(functions.map(({ name }) => name))('%s may do exact things to exact resources', (name) => {
    for (const { effect, actions, resources } of statementsOf(name)) {
      expect(actions.join()).not.toContain('*')
      const everywhere = effect === 'Allow' && resources.includes('*')
      // A phone number is no resource in IAM.
      if (everywhere) expect(actions).toEqual(['sns:CheckIfPhoneNumberIsOptedOut', 'sns:Publish'])
    }
  })

  test.each(functions)('$name runs on arm64 and logs to a group of its own', ({ properties }) => {
    const groups = functions.map((f) => f.properties.LoggingConfig.LogGroup.Ref)
    expect(properties.Architectures).toEqual(['arm64'])
    expect(properties.LoggingConfig.LogFormat).toBe('JSON')
    expect(new Set(groups).size).toBe(functions.length)
  })

  test('only send-mail sends, and it cannot publish to a topic', () => {
    const senders = functions
      .filter(({ name }) => /ses:|sns:/.test(actionsOf(name).join()))
      .map(({ name }) => name)
    expect(senders).toEqual(['send-mail'])
    const denied = statementsOf('send-mail').filter(({ effect }) => effect === 'Deny')
    expect(denied).toEqual([
      { effect: 'Deny', actions: ['sns:Publish'], resources: [expect.stringMatching(/:sns:.*:\*$/)] },
    ])
  })

  test('those that only read cannot write', () => {
    expect(actionsOf('dispatch-checks').filter((action) => /Put|Update|Delete|Write/.test(action))).toEqual([
      'logs:PutLogEvents',
    ])
    expect(actionsOf('custom-message')).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents'])
  })

  test('only functions that answer managers touch logos, and only logos', () => {
    const withStorage = functions.filter(({ name }) =>
      actionsOf(name).some((action) => action.startsWith('s3:')),
    )
    expect(withStorage.map(({ name }) => name)).toEqual(['manager-api'])
    const statement = statementsOf('manager-api').find(({ actions }) => actions.includes('s3:PutObject'))
    expect(statement?.resources).toEqual([`${arnOf(one('AWS::S3::Bucket', 'logos'))}/logos/*`])
  })

  test.each(functions)('$name may query the indexes that its code names, and no other', (resource) => {
    const named = [...codeOf(resource).matchAll(/index:"(\w+)"/g)].map(([, index]) => index!)
    const granted = statementsOf(resource.name)
      .flatMap(({ resources }) => resources)
      .filter((arn) => arn.startsWith(`${arnOf(one('AWS::DynamoDB::GlobalTable'))}/index/`))
      .map((arn) => arn.split('/index/')[1])
    expect(granted.toSorted()).toEqual(
      [...new Set(named)].map((index) => indexes[index as keyof typeof indexes]).toSorted(),
    )
  })
})

describe('accounts', () => {
  test('managers sign in by a verified address, over SRP alone', () => {
    const pool = one('AWS::Cognito::UserPool').properties
    expect(pool).toMatchObject({ UsernameAttributes: ['email'], AutoVerifiedAttributes: ['email'] })
    expect(Object.keys(pool.LambdaConfig)).toEqual(['CustomMessage', 'PostConfirmation'])
    const client = one('AWS::Cognito::UserPoolClient').properties
    expect(client.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'])
    expect(client).toMatchObject({
      PreventUserExistenceErrors: 'ENABLED',
      AllowedOAuthFlowsUserPoolClient: false,
    })
    expect(client.GenerateSecret ?? false).toBe(false)
  })
})
