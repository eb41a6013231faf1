import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import { Problem, problems } from '../../domain/problem.ts'
import type { FieldError, ProblemBody, ProblemCode } from '../../domain/problem.ts'
import { routes } from '../../events/api.ts'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route, RouteName, Routes } from '../../events/api.ts'
import { ManagerClaims } from '../../events/identity.ts'
import { log } from './log.ts'

/** One call of a route, parsed. */
export type Call<Name extends RouteName> = {
  params: ParamsOf<Name>
  query: QueryOf<Name>
  body: BodyOf<Name>
  /** Who is signed in, on the manager's routes. */
  claims: Routes[Name]['access'] extends 'manager' ? ManagerClaims : undefined
  /** Lower-case names. */
  headers: Record<string, string | undefined>
  /** The caller's address on the network. */
  sourceIp: string
  /** Names this call in logs and in refusals. */
  requestId: string
  /** Instant of the call. */
  now: string
}

/** A route's work: takes a parsed call, returns its reply or throws a Problem. */
export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<ReplyOf<Name>>

/** The handlers of a function: one for each route it serves, so that a missing one does not compile. */
export type Handlers<Names extends RouteName> = { [Name in Names]: Handler<Name> }

export type ApiFunction = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>

type AnyHandler = (call: Call<RouteName>) => Promise<unknown>

/**
 * Makes an API function of its handlers. Everything around them happens here: the route is found by its key,
 * what came is parsed by the route's schemas, and so is the reply, so that no key leaves that the contract does
 * not name. A Problem becomes its status; anything else is logged and answered as `internal`.
 */
export function serve<Names extends RouteName>(handlers: Handlers<Names>): ApiFunction {
  const byKey = new Map(
    (Object.keys(handlers) as Names[]).map((name) => {
      const route: Route = routes[name]
      return [`${route.method} ${route.path}`, { route, handle: handlers[name] as unknown as AnyHandler }]
    }),
  )
  return async (event) => {
    const { requestId } = event.requestContext
    log.begin(requestId)
    try {
      const found = byKey.get(event.routeKey)
      if (!found) throw new Problem('route_not_found')
      const reply = await found.handle(parseCall(found.route, event))
      if (!found.route.reply) return { statusCode: 204, headers: plainHeaders }
      return answer(200, 'application/json', parseReply(found.route.reply, reply))
    } catch (error) {
      if (error instanceof Problem) return refusal(error.code, requestId, error.message, error.errors)
      log.error('A call failed', error, { route: event.routeKey })
      return refusal('internal', requestId)
    }
  }
}

/** 500 chosen requests of 31 characters and a long template fit several times over. */
const mostBodyBytes = 100_000

/** No id or slug is longer, and DynamoDB would refuse a key that is much longer. */
const mostParameterLength = 200

function parseCall(route: Route, event: APIGatewayProxyEventV2): Call<RouteName> {
  const params = event.pathParameters ?? {}
  if (Object.values(params).some((value) => (value ?? '').length > mostParameterLength))
    throw new Problem('route_not_found')
  return {
    params,
    query: route.query && parsePart(route.query, event.queryStringParameters ?? {}, 'malformed_query'),
    body: route.body && parsePart(route.body, readBody(event), 'malformed_body'),
    claims: route.access === 'manager' ? claimsOf(event) : undefined,
    headers: event.headers,
    sourceIp: viewerOf(event),
    requestId: event.requestContext.requestId,
    now: new Date().toISOString(),
  } as Call<RouteName>
}

function parsePart(schema: z.ZodMiniType, value: unknown, code: ProblemCode): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new Problem(
    code,
    undefined,
    result.error.issues.map((issue) => ({ pointer: pointerTo(issue.path), detail: issue.message })),
  )
}

/** A place in a body as a JSON pointer (RFC 6901). */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function readBody(event: APIGatewayProxyEventV2): unknown {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > mostBodyBytes) throw unreadable('This is longer than anything we expect here.')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw unreadable('This is not JSON.')
  }
}

const unreadable = (detail: string) => new Problem('malformed_body', detail, [{ pointer: '', detail }])

/** The authorizer has verified the token; what it says of the caller arrives here. */
function claimsOf(event: APIGatewayProxyEventV2): ManagerClaims {
  const context = event.requestContext as { authorizer?: { jwt?: { claims?: unknown } } }
  const claims = z.safeParse(ManagerClaims, context.authorizer?.jwt?.claims)
  if (!claims.success) throw new Problem('not_signed_in')
  return claims.data
}

/**
 * CloudFront appends the viewer's address to `x-forwarded-for` and API Gateway that of CloudFront, so the last
 * but one is the viewer's; what stands before it is the viewer's own claim. Without CloudFront there is none.
 */
function viewerOf(event: APIGatewayProxyEventV2): string {
  const hops = (event.headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  return hops.at(-2) || event.requestContext.http.sourceIp
}

function parseReply(schema: z.ZodMiniType, reply: unknown): unknown {
  const result = z.safeParse(schema, reply)
  if (result.success) return result.data
  const places = result.error.issues.map((issue) => `${pointerTo(issue.path)} ${issue.code}`)
  log.warn('A reply broke its contract', { places })
  throw new Error('A reply broke its contract')
}

/** Everything here is about somebody or changes by the minute: nothing of it is kept by caches. */
const plainHeaders = { 'cache-control': 'no-store' }

function answer(statusCode: number, contentType: string, body: unknown): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { 'content-type': contentType, ...plainHeaders },
    body: JSON.stringify(body),
  }
}

function refusal(
  code: ProblemCode,
  requestId: string,
  detail: string = problems[code].title,
  errors?: FieldError[],
): APIGatewayProxyStructuredResultV2 {
  const { status, title } = problems[code]
  const body: ProblemBody = {
    type: `urn:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(errors && { errors }),
  }
  return answer(status, 'application/problem+json', body)
}
