import type { Route } from '../assembly/model.ts'
import type { Functions } from '../functions/functions.ts'
import type { Incoming } from '../http-listener.ts'
import type { Clock, ServiceResponse } from '../service.ts'
import { toEvent, toResponse } from './event.ts'
import { createJwtCheck } from './jwt.ts'
import type { KeySource } from './jwt.ts'

/** An HTTP API's integrations are cut off after 30 seconds, which cannot be raised. */
const integrationTimeoutMilliseconds = 30_000

/** The HTTP API of the template: routes, JWT authorizers and Lambda integrations. */
export function createApiGateway(routes: Route[], functions: Functions, keysOf: KeySource, clock: Clock) {
  const check = createJwtCheck(keysOf, clock)
  const matchers = routes.map(toMatcher).toSorted((left, right) => right.weight - left.weight)

  return async (request: Incoming): Promise<ServiceResponse> => {
    const match = matchers
      .filter(({ route }) => route.method === 'ANY' || route.method === request.method)
      .map(({ route, expression }) => ({ route, found: expression.exec(request.url.pathname) }))
      .find(({ found }) => found)
    if (!match) return message(404, 'Not Found')
    const { route, found } = match
    const claims = route.authorizer && (await check(request.headers['authorization'], route.authorizer))
    if (route.authorizer && !claims) {
      const refused = message(401, 'Unauthorized')
      return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'Bearer' } }
    }
    const parameters = Object.fromEntries(
      Object.entries(found!.groups ?? {}).map(([name, value]) => [name, decode(value)]),
    )
    const event = toEvent(request, route, parameters, claims, clock.now())
    const outcome = await within(functions.invoke(route.functionArn, event))
    if (outcome === 'late') return message(503, 'Service Unavailable')
    return outcome.ok ? toResponse(outcome.payload) : message(500, 'Internal Server Error')
  }
}

function toMatcher(route: Route) {
  const pattern = route.path
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part
        .replace(/[.*+?^$()|[\]\\]/g, (character) => (part.startsWith('{') ? character : `\\${character}`))
        .replace(/^\{(\w+)\+\}$/, '(?<$1>.+)')
        .replace(/^\{(\w+)\}$/, '(?<$1>[^/]+)'),
    )
    .join('')
  // The most specific route wins: plain segments before parameters, parameters before `{proxy+}`.
  const weight = route.path
    .split('/')
    .reduce((sum, segment) => sum + (segment.endsWith('+}') ? 1 : segment.startsWith('{') ? 10 : 11), 0)
  return { route, expression: new RegExp(`^${pattern}$`), weight }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function message(status: number, text: string): ServiceResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: text }),
  }
}

async function within<Result>(work: Promise<Result>): Promise<Result | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), integrationTimeoutMilliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
