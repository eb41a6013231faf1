import { randomUUID } from 'node:crypto'
import type { ServiceRequest, ServiceResponse } from './service.ts'

/** How a service words its requests and answers. */
export type Protocol = 'json' | 'query' | 'rest-xml'

/** A refusal in the service's own words; SDKs turn it into an exception named `code`. */
export class ServiceFault extends Error {
  override name = 'ServiceFault'
  readonly code: string
  readonly status: number
  /** Set where the service's older query protocol knew the error by another name. */
  readonly queryCode: string | undefined
  constructor(code: string, message: string, status = 400, queryCode?: string) {
    super(message)
    this.code = code
    this.status = status
    this.queryCode = queryCode
  }
}

export type Input = Record<string, unknown>
export type Action = (input: Input) => unknown

/** Serves a JSON protocol, in which `x-amz-target` names the action. */
export async function serveJson(
  actions: Record<string, Action>,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  return guarded('json', async () => {
    const action = actions[jsonAction(request)]
    if (!action)
      throw new ServiceFault('UnknownOperationException', `${jsonAction(request)} is not served locally.`)
    const output = await action(readJson(request.body))
    return {
      status: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
      body: JSON.stringify(output ?? {}),
    }
  })
}

/** Serves the query protocol: a form in, XML out. */
export async function serveQuery(
  actions: Record<string, Action>,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  return guarded('query', async () => {
    const { Action: name, ...input } = readForm(request.body)
    const action = actions[String(name)]
    if (!action) throw new ServiceFault('InvalidAction', `${String(name)} is not served locally.`)
    const output = (await action(input)) ?? {}
    const id = randomUUID()
    return {
      status: 200,
      headers: { 'content-type': 'text/xml', 'x-amzn-requestid': id },
      body:
        `<${String(name)}Response><${String(name)}Result>${toXml(output as Input)}</${String(name)}Result>` +
        `<ResponseMetadata><RequestId>${id}</RequestId></ResponseMetadata></${String(name)}Response>`,
    }
  })
}

async function guarded(protocol: Protocol, answer: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ServiceFault) return faultResponse(protocol, error)
    process.emitWarning(error instanceof Error ? error : String(error))
    return faultResponse(protocol, new ServiceFault('InternalFailure', String(error), 500))
  }
}

/** Words a fault for the SDK of a service that speaks `protocol`. */
export function faultResponse(
  protocol: Protocol,
  { code, message, status, queryCode }: ServiceFault,
): ServiceResponse {
  const id = randomUUID()
  if (protocol === 'json') {
    return {
      status,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amzn-requestid': id,
        'x-amzn-errortype': code,
        ...(queryCode && { 'x-amzn-query-error': `${queryCode};Sender` }),
      },
      body: JSON.stringify({ __type: code, message }),
    }
  }
  const error = `<Error><Type>${status < 500 ? 'Sender' : 'Receiver'}</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-amzn-requestid': id },
    body:
      protocol === 'query'
        ? `<ErrorResponse>${error}<RequestId>${id}</RequestId></ErrorResponse>`
        : error.replace(
            '<Error>',
            `<?xml version="1.0" encoding="UTF-8"?><Error><RequestId>${id}</RequestId>`,
          ),
  }
}

/** The action that a JSON request names: `SendMessage` of `AmazonSQS.SendMessage`. */
export function jsonAction(request: Pick<ServiceRequest, 'headers'>): string {
  return (request.headers['x-amz-target'] ?? '').split('.').at(-1)!
}

export function readJson(body: Buffer): Input {
  try {
    return JSON.parse(body.toString('utf8') || '{}') as Input
  } catch {
    throw new ServiceFault('SerializationException', 'The request body is not JSON.')
  }
}

/** Reads `Destinations.member.1=a&Tags.member.1.Name=b` into `{ Destinations: ['a'], Tags: [{ Name: 'b' }] }`. */
export function readForm(body: Buffer): Input {
  const root: Input = {}
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    const steps = name.split('.')
    let node = root
    for (const step of steps.slice(0, -1)) node = (node[step] ??= {}) as Input
    node[steps.at(-1)!] = value
  }
  return foldLists(root) as Input
}

function foldLists(node: unknown): unknown {
  if (node === null || typeof node !== 'object') return node
  const { member, entry } = node as { member?: Input; entry?: Input }
  const items = member ?? entry
  if (items) {
    const positions = Object.keys(items)
      .map(Number)
      .toSorted((left, right) => left - right)
    return positions.map((position) => foldLists(items[position]))
  }
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, foldLists(inner)]))
}

function toXml(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => `<member>${toXml(item)}</member>`).join('')
  if (value !== null && typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `<${name}>${toXml(inner)}</${name}>`)
      .join('')
  }
  return escapeXml(String(value))
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[character]!)
}
