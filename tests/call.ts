import { randomUUID } from 'node:crypto'
import type { ProblemBody } from '../domain/problem.ts'
import { routes } from '../events/api.ts'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteName } from '../events/api.ts'
import type { ApiFunction } from '../lambdas/lib/http.ts'
import type { ManagerRow } from '../lambdas/table/manager.ts'

/** What a test sends; everything but the route's own parts is optional. */
export type Sent<Name extends RouteName> = {
  params?: ParamsOf<Name>
  query?: QueryOf<Name, 'input'>
  body?: BodyOf<Name, 'input'>
  /** Sent as it is, in place of `body`. */
  rawBody?: string
  isBase64Encoded?: boolean
  /** Who is signed in: a manager, or the claims of an account without a row. */
  as?: Pick<ManagerRow, 'id'> | { sub: string; [claim: string]: string }
  headers?: Record<string, string>
  sourceIp?: string
}

export type Answer<Name extends RouteName> = {
  status: number
  contentType: string | undefined
  /** The reply; typed as such, so a test that expects a refusal reads `problem`. */
  reply: ReplyOf<Name>
  problem: ProblemBody
}

const claimsOf = (as: NonNullable<Sent<RouteName>['as']>) =>
  'sub' in as ? as : { sub: as.id.replace(/^mgr_/, '') }

/** The event that API Gateway makes of a call of a route (payload format 2.0). */
export function eventOf<Name extends RouteName>(name: Name, sent: Sent<Name> = {}) {
  const { method, path } = routes[name]
  const { params = {}, query = {}, as, headers = {}, sourceIp = '192.0.2.1' } = sent
  const rawPath = path.replace(
    /\{(\w+)\}/g,
    (_, param: string) => (params as Record<string, string>)[param] ?? '',
  )
  const body = sent.rawBody ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const routeKey = `${method} ${path}`
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: new URLSearchParams(query as Record<string, string>).toString(),
    headers: { 'content-type': 'application/json', ...headers },
    ...(Object.keys(query as object).length > 0 && {
      queryStringParameters: query as Record<string, string>,
    }),
    ...(Object.keys(params).length > 0 && { pathParameters: params as Record<string, string> }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'tests',
      ...(as && { authorizer: { jwt: { claims: claimsOf(as), scopes: null } } }),
      domainName: 'app.test',
      domainPrefix: 'app',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp, userAgent: 'tests' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: '01/May/2026:10:00:00 +0000',
      timeEpoch: Date.now(),
    },
    ...(body !== undefined && { body }),
    isBase64Encoded: sent.isBase64Encoded ?? false,
  }
}

/** Calls a route of an API function as API Gateway does. */
export async function callRoute<Name extends RouteName>(
  handler: ApiFunction,
  name: Name,
  sent: Sent<Name> = {},
): Promise<Answer<Name>> {
  const answer = await handler(eventOf(name, sent))
  const body = answer.body === undefined ? undefined : (JSON.parse(answer.body) as unknown)
  return {
    status: answer.statusCode ?? 0,
    contentType: answer.headers?.['content-type'] as string | undefined,
    reply: body as ReplyOf<Name>,
    problem: body as ProblemBody,
  }
}

/**
 * `callRoute` bound to an API function. Where `signedIn` is given, its manager makes every call that does not
 * say who else does; it is asked at each call, so a test file may have a new manager for each test.
 */
export function callsTo(handler: ApiFunction, signedIn?: () => ManagerRow) {
  return <Name extends RouteName>(name: Name, sent: Sent<Name> = {}): Promise<Answer<Name>> =>
    callRoute(handler, name, { ...(signedIn && { as: signedIn() }), ...sent })
}
