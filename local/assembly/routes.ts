import * as z from 'zod'
import { StartupError } from '../startup-error.ts'
import type { JwtAuthorizer } from './model.ts'
import { properties } from './reading.ts'
import type { Reading } from './reading.ts'

export function readRoute(reading: Reading): void {
  const { template, resolver, assembly } = reading
  const given = properties(
    reading,
    z.object({
      ApiId: z.string(),
      RouteKey: z.string(),
      Target: z.string(),
      AuthorizationType: z.enum(['NONE', 'JWT']).default('NONE'),
      AuthorizerId: z.string().optional(),
    }),
  )
  const byReference = (type: string, reference: string | undefined): Record<string, unknown> => {
    const found = Object.entries(template.Resources).find(
      ([logicalId, { Type }]) => Type === type && resolver.identity(logicalId).ref === reference,
    )
    if (!found) throw new StartupError(`Route ${given.RouteKey} names no ${type}.`)
    return resolver.resolve(found[1].Properties) as Record<string, unknown>
  }
  const integration = byReference('AWS::ApiGatewayV2::Integration', given.Target.replace('integrations/', ''))
  const [method, path] = given.RouteKey === '$default' ? ['ANY', '/{proxy+}'] : given.RouteKey.split(' ')
  assembly.routes.push({
    key: given.RouteKey,
    method: method!,
    path: path!,
    apiId: given.ApiId,
    functionArn: functionArnIn(String(integration['IntegrationUri'])),
    ...(given.AuthorizationType === 'JWT' && {
      authorizer: readAuthorizer(byReference('AWS::ApiGatewayV2::Authorizer', given.AuthorizerId)),
    }),
  })
}

function readAuthorizer(given: Record<string, unknown>): JwtAuthorizer {
  const shape = z.object({
    AuthorizerType: z.literal('JWT'),
    JwtConfiguration: z.object({ Audience: z.array(z.string()), Issuer: z.string() }),
  })
  const { JwtConfiguration } = shape.parse(given)
  return { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience }
}

/** An integration may name the function by its ARN or by API Gateway's invocation path around it. */
function functionArnIn(uri: string): string {
  return /arn:aws:lambda:[^/]+:function:[^/:]+/.exec(uri)?.[0] ?? uri
}
