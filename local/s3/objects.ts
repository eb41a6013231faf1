import type { ServiceResponse } from '../service.ts'
import { checksumHeaders, requireChecksums } from './checksums.ts'
import { S3Fault } from './fault.ts'
import type { Payload } from './payload.ts'
import type { Bucket, ObjectInfo } from './store.ts'
import { toXml } from './xml.ts'

/** Headers of an upload that are kept and given back. */
const keptHeaders = /^(content-(type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/

/** GET and HEAD, with the conditions and the range that a browser or an SDK may ask for. */
export const getObject = (
  bucket: Bucket,
  key: string,
  headers: Record<string, string>,
  query: URLSearchParams,
): ServiceResponse => {
  const info = requireObject(bucket, key)
  if (isUnchanged(info, headers)) return { status: 304, headers: { etag: info.etag }, body: '' }
  if (headers['if-match'] !== undefined && headers['if-match'] !== info.etag) throw preconditionFailed()
  const range = readRange(headers['range'], info.size)
  const bytes = bucket.read(info).subarray(range?.first, range && range.last + 1)
  return {
    status: range ? 206 : 200,
    headers: {
      ...info.headers,
      ...overrides(query),
      etag: info.etag,
      'last-modified': new Date(info.modifiedAt).toUTCString(),
      'accept-ranges': 'bytes',
      'content-length': String(bytes.length),
      ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${info.size}` }),
      ...(!range && headers['x-amz-checksum-mode'] === 'ENABLED' && checksumHeaders(info.checksums, 'crc32')),
    },
    body: bytes,
  }
}

export const putObject = (
  bucket: Bucket,
  key: string,
  { bytes, trailers }: Payload,
  headers: Record<string, string>,
  now: number,
): ServiceResponse => {
  requireChecksums(bytes, { ...headers, ...trailers })
  const present = bucket.head(key)
  if (headers['if-none-match'] === '*' && present) throw preconditionFailed()
  if (headers['if-match'] !== undefined && headers['if-match'] !== present?.etag) throw preconditionFailed()
  const info = bucket.put(key, bytes, headersToKeep(headers), now)
  return {
    status: 200,
    headers: { etag: info.etag, ...checksumHeaders(info.checksums, 'crc32') },
    body: '',
  }
}

/** The `x-amz-copy-source` was found already: `source` is its bucket. */
export const copyObject = (
  source: { bucket: Bucket; key: string },
  target: { bucket: Bucket; key: string },
  headers: Record<string, string>,
  now: number,
): ServiceResponse => {
  const from = requireObject(source.bucket, source.key)
  const kept = headers['x-amz-metadata-directive'] === 'REPLACE' ? headersToKeep(headers) : from.headers
  const info = target.bucket.put(target.key, source.bucket.read(from), kept, now)
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: toXml('CopyObjectResult', { ETag: info.etag, LastModified: info.modifiedAt }),
  }
}

export const requireObject = (bucket: Bucket, key: string): ObjectInfo => {
  const info = bucket.head(key)
  if (!info) throw new S3Fault('NoSuchKey', 404, 'The specified key does not exist.')
  return info
}

export const headersToKeep = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => keptHeaders.test(name))
      // How the SDK wrapped the body is no property of the object.
      .map(([name, value]) => [
        name,
        name === 'content-encoding' ? value.replace(/aws-chunked,?\s*/, '') : value,
      ])
      .filter(([, value]) => value),
  )

const isUnchanged = (info: ObjectInfo, headers: Record<string, string>): boolean => {
  const etags = headers['if-none-match']
  if (etags !== undefined) return etags === '*' || etags.includes(info.etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  // HTTP dates have no fraction of a second.
  return Math.floor(Date.parse(info.modifiedAt) / 1000) * 1000 <= since
}

/** One range of bytes, both ends inclusive; undefined for none, or for a form that servers may ignore. */
const readRange = (header: string | undefined, size: number): { first: number; last: number } | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return undefined
  const first = from ? Number(from) : Math.max(size - Number(to), 0)
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (first > last) throw new S3Fault('InvalidRange', 416, 'The requested range is not satisfiable')
  return { first, last }
}

/** A signed address may name other headers than the object's own. */
const overrides = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...query]
      .filter(([name]) => name.startsWith('response-'))
      .map(([name, value]) => [name.slice('response-'.length), value]),
  )

const preconditionFailed = (): S3Fault =>
  new S3Fault('PreconditionFailed', 412, 'At least one of the pre-conditions you specified did not hold')
