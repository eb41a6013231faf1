import { addresses } from 'virtual:route-addresses'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteName, Routes } from '../events/api.ts'
import type { FieldError, ProblemBody, ProblemCode } from '../domain/problem.ts'
import { shared } from './texts/shared.ts'

const routeTable = addresses as { [Name in RouteName]: Pick<Routes[Name], 'method' | 'path' | 'access'> }

/** A code of the API's table, or `network` where no answer came at all. */
export type ApiProblemCode = ProblemCode | 'network'

/** Anything that kept a call from succeeding. `message` is written for the person who made it. */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  /** Names the request in our logs; empty where no answer came. */
  readonly requestId: string
  readonly errors: FieldError[]

  constructor(
    body: Pick<ProblemBody, 'detail' | 'status' | 'requestId'> & { code: string; errors?: FieldError[] },
  ) {
    super(body.detail)
    this.name = 'ApiProblem'
    this.code = body.code as ApiProblemCode
    this.status = body.status
    this.requestId = body.requestId
    this.errors = body.errors ?? []
  }

  /** The words for one field of the body by its JSON pointer, like `/wish/guestName`. */
  errorAt(pointer: string): string | undefined {
    return this.errors.find((error) => error.pointer === pointer)?.detail
  }
}

type Given<Name extends RouteName> = (keyof ParamsOf<Name> extends never
  ? { params?: undefined }
  : { params: ParamsOf<Name> }) &
  (QueryOf<Name, 'input'> extends undefined ? { query?: undefined } : { query?: QueryOf<Name, 'input'> }) &
  (BodyOf<Name, 'input'> extends undefined ? { body?: undefined } : { body: BodyOf<Name, 'input'> })

interface CallOptions {
  signal?: AbortSignal
  /** Proof of an email address, from `confirmEmailCode`. */
  guestToken?: string
}

let managerToken: (() => Promise<string | undefined>) | undefined

/** Says where the signed-in manager's access token comes from. Called by the manager screens when they load. */
export function takeManagerTokenFrom(source: () => Promise<string | undefined>): void {
  managerToken = source
}

/**
 * Calls one route of the table `events/api.ts`, its parameters, body and reply typed from there.
 *
 * @throws ApiProblem for every refusal and when no answer comes
 */
export async function call<Name extends RouteName>(
  name: Name,
  given: Given<Name>,
  options: CallOptions = {},
): Promise<ReplyOf<Name>> {
  const route = routeTable[name]
  const headers = new Headers({ accept: 'application/json, application/problem+json' })
  if (given.body !== undefined) headers.set('content-type', 'application/json')
  if (options.guestToken) headers.set('x-guest-token', options.guestToken)
  if (route.access === 'manager') {
    const token = await managerToken?.()
    if (token) headers.set('authorization', `Bearer ${token}`)
  }
  const response = await fetch(addressOf(route.path, given.params ?? {}, given.query ?? {}), {
    method: route.method,
    headers,
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch((fault: unknown) => {
    if (options.signal?.aborted) throw fault
    throw new ApiProblem({ code: 'network', detail: shared.networkDown, status: 0, requestId: '' })
  })
  if (!response.ok) throw await problemOf(response)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as ReplyOf<Name>
}

function addressOf(template: string, params: object, query: object): string {
  const values = new Map(Object.entries(params))
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name)))
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined))
  return search.size > 0 ? `${path}?${search}` : path
}

/** Reads a refusal. What comes from a proxy instead of the API has no problem body and gets plain words. */
async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => undefined)) as ProblemBody | undefined
  if (body?.code) return new ApiProblem(body as ProblemBody & { errors?: FieldError[] })
  return new ApiProblem({
    code: 'internal',
    detail: shared.serviceDown,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? response.headers.get('apigw-requestid') ?? '',
  })
}

/** A fresh key for a form: sent with it, it makes a double click or a retried request count once. */
export function newRequestKey(): string {
  return crypto.randomUUID()
}
