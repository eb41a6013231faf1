import { createHash } from 'node:crypto'
import type { ServiceRequest } from '../service.ts'
import { S3Fault } from './fault.ts'

/** The bytes that a call uploads, and the headers that came behind them. */
export type Payload = { bytes: Buffer; trailers: Record<string, string> }

/**
 * Unwraps a body. SDKs that stream send it in chunks of their own ("aws-chunked") with the checksum behind it.
 * The signatures of single chunks are not checked: the checksum finds a damaged body as well.
 */
export const readPayload = ({ headers, body }: Pick<ServiceRequest, 'headers' | 'body'>): Payload => {
  const declared = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  if (declared.startsWith('STREAMING-')) return readChunks(body, headers['x-amz-decoded-content-length'])
  if (declared !== 'UNSIGNED-PAYLOAD' && createHash('sha256').update(body).digest('hex') !== declared) {
    throw new S3Fault(
      'XAmzContentSHA256Mismatch',
      400,
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
  }
  return { bytes: body, trailers: {} }
}

/** `size[;extension]\r\n bytes \r\n … 0\r\n trailer:value\r\n … \r\n` */
const readChunks = (body: Buffer, declaredLength: string | undefined): Payload => {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) throw incomplete()
    at = lineEnd + 2
    if (size === 0) break
    if (at + size > body.length) throw incomplete()
    chunks.push(body.subarray(at, at + size))
    at += size + 2
  }
  const bytes = Buffer.concat(chunks)
  if (declaredLength !== undefined && bytes.length !== Number(declaredLength)) throw incomplete()
  const lines = body.toString('utf8', at).split('\r\n')
  const trailers = lines.flatMap((line) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined
      ? []
      : [[name.trim().toLowerCase(), value.trim()] as const]
  })
  return { bytes, trailers: Object.fromEntries(trailers) }
}

const incomplete = (): S3Fault =>
  new S3Fault('IncompleteBody', 400, 'The request body terminated unexpectedly.')
