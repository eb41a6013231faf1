import { randomUUID } from 'node:crypto'
import { account } from '../assembly/names.ts'
import type { Route } from '../assembly/model.ts'
import type { Incoming } from '../http-listener.ts'
import type { ServiceResponse } from '../service.ts'
import type { Claims } from './jwt.ts'

/** The event of payload format 2.0 for a request that `route` matched. */
export function toEvent(
  request: Incoming,
  route: Route,
  pathParameters: Record<string, string>,
  claims: Claims | undefined,
  now: number,
): object {
  const { url, method } = request
  const { cookie, ...sent } = request.headers
  // Like every proxy on the way, API Gateway adds whom it was called by.
  const hops = [sent['x-forwarded-for'], request.remoteAddress].filter(Boolean).join(', ')
  const headers: Record<string, string> = { ...sent, 'x-forwarded-for': hops }
  const text = isText(headers['content-type'])
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split('; ') }),
    headers,
    ...(url.search && { queryStringParameters: joinedQuery(url.searchParams) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: account,
      apiId: 'local',
      ...(claims && { authorizer: { jwt: { claims: asStrings(claims), scopes: null } } }),
      domainName: url.host,
      domainPrefix: url.hostname.split('.')[0],
      http: {
        method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: request.remoteAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: '$default',
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    ...(request.body.length > 0 && { body: request.body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: request.body.length > 0 && !text,
  }
}

/** Repeated parameters are joined by commas, as format 2.0 does. */
function joinedQuery(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]))
}

function isText(contentType = 'application/json'): boolean {
  return /^(text\/|application\/(.+\+)?(json|xml|javascript|x-www-form-urlencoded))/i.test(contentType)
}

/** The authorizer passes every claim on as a string, lists as `[a b]`. */
function asStrings(claims: Claims): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
    ]),
  )
}

type Structured = {
  statusCode: number
  headers?: Record<string, unknown>
  cookies?: string[]
  body?: string
  isBase64Encoded?: boolean
}

/** The function's answer: structured where it has a status, otherwise JSON as it is. */
export function toResponse(payload: unknown): ServiceResponse {
  if (!isStructured(payload)) {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) }
  }
  const headers = Object.entries(payload.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ])
  const body = payload.body ?? ''
  return {
    status: payload.statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...Object.fromEntries(headers),
      ...(payload.cookies && { 'set-cookie': payload.cookies.join(', ') }),
    },
    body: payload.isBase64Encoded ? Buffer.from(body, 'base64') : body,
  }
}

function isStructured(payload: unknown): payload is Structured {
  return payload !== null && typeof payload === 'object' && 'statusCode' in payload
}
