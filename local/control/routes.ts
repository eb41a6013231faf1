import * as z from 'zod'
import type { Incoming } from '../http-listener.ts'
import type { ServiceResponse } from '../service.ts'

/** A refusal of the control API, answered as `application/problem+json` (RFC 9457). */
export class ControlProblem extends Error {
  override name = 'ControlProblem'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, detail: string) {
    super(detail)
    this.status = status
    this.code = code
  }
}

export type Parameters = Record<string, string>
export type Handler = (request: Incoming, parameters: Parameters) => unknown

/** A handler may answer with a whole response of its own, with JSON, or with nothing (204). */
export type ControlRoutes = Record<`${string} /local${string}`, Handler>

/** Serves `routes`, whose keys read `METHOD /path/{parameter}`. */
export function serveControl(routes: ControlRoutes) {
  const table = Object.entries(routes).map(([key, handler]) => {
    const [method, path] = key.split(' ') as [string, string]
    const expression = path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)')
    return { method, expression: new RegExp(`^${expression}$`), handler }
  })

  return async (request: Incoming): Promise<ServiceResponse> => {
    const path = request.url.pathname
    const matching = table.filter(({ expression }) => expression.test(path))
    const route = matching.find(({ method }) => method === request.method)
    try {
      if (!matching[0]) throw new ControlProblem(404, 'not_found', `Nothing is at ${path}.`)
      if (!route)
        throw new ControlProblem(405, 'method_not_allowed', `${path} does not take ${request.method}.`)
      const groups = route.expression.exec(path)!.groups ?? {}
      const parameters = Object.fromEntries(
        Object.entries(groups).map(([name, value]) => [name, decode(value)]),
      )
      return toResponse(await route.handler(request, parameters))
    } catch (error) {
      if (error instanceof ControlProblem) return problem(error)
      if (error instanceof z.ZodError)
        return problem(new ControlProblem(400, 'invalid_body', z.prettifyError(error)))
      throw error
    }
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ControlProblem(400, 'invalid_path', `${text} is not a part of an address.`)
  }
}

/** Reads a JSON body through its schema. */
export function readBody<Shape>(request: Incoming, shape: z.ZodType<Shape>): Shape {
  let body: unknown
  try {
    body = JSON.parse(request.body.toString('utf8'))
  } catch {
    throw new ControlProblem(400, 'invalid_body', 'The body is not JSON.')
  }
  return shape.parse(body)
}

function toResponse(result: unknown): ServiceResponse {
  if (result === undefined) return { status: 204, headers: {}, body: '' }
  if (isResponse(result)) return result
  return json(200, result)
}

function isResponse(result: unknown): result is ServiceResponse {
  return (
    typeof result === 'object' &&
    result !== null &&
    'status' in result &&
    'headers' in result &&
    'body' in result
  )
}

export function json(status: number, body: unknown): ServiceResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body, null, 2),
  }
}

function problem({ status, code, message }: ControlProblem): ServiceResponse {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({
      type: 'about:blank',
      title: code.replaceAll('_', ' '),
      status,
      code,
      detail: message,
    }),
  }
}
