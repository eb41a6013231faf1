import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Clock, Service, ServiceRequest, ServiceResponse } from '../service.ts'
import { verifySignature } from '../sigv4.ts'
import { requireChecksums } from './checksums.ts'
import { corsHeaders, readRules } from './cors.ts'
import { accessDenied, notImplemented, S3Fault } from './fault.ts'
import { deleteObjects, listObjects } from './listing.ts'
import { copyObject, getObject, headersToKeep, putObject } from './objects.ts'
import { readPayload } from './payload.ts'
import { readUpload } from './post-policy.ts'
import { openBucket } from './store.ts'
import type { Bucket } from './store.ts'
import { toXml } from './xml.ts'

export type S3Options = {
  /** Where objects are kept, a directory for each bucket; in memory without it. */
  dir?: string | undefined
  clock: Clock
  /** The buckets of the template: resolved properties of AWS::S3::Bucket. */
  buckets: readonly { name: string; properties: Record<string, unknown> }[]
  /** The secret of an access key; undefined for an unknown one. */
  credentials(accessKeyId: string): string | undefined
  /**
   * Whether a form's signer may upload (`s3:PutObject` on this ARN). Asked here because only here is the form
   * read; the rights behind other calls are the caller's to check.
   */
  mayUpload?(accessKeyId: string, objectArn: string): boolean
}

export type StoredFile = {
  body: Buffer
  /** `content-type`, `cache-control`, `etag`, `last-modified`, … */
  headers: Record<string, string>
}

export type S3 = Service & {
  /** What CloudFront's own role reads. */
  readObject(bucket: string, key: string): Promise<StoredFile | undefined>
  /** What a deployment writes. `headers` such as `cache-control` are given back with the file. */
  putObject(
    bucket: string,
    key: string,
    bytes: Buffer,
    type: string,
    headers?: Record<string, string>,
  ): Promise<void>
}

type OpenBucket = Bucket & { name: string; corsRules: ReturnType<typeof readRules> }

/** S3 on this machine. Throws `StartupError` when a stored object is damaged. */
export const createS3 = (options: S3Options): S3 => {
  const { dir, clock } = options
  const buckets = new Map<string, OpenBucket>(
    options.buckets.map(({ name, properties }) => {
      const bucket = openBucket(dir === undefined ? undefined : join(dir, name))
      return [name, { ...bucket, name, corsRules: readRules(properties) }]
    }),
  )
  const bucketOf = (name: string): OpenBucket => {
    const bucket = buckets.get(name)
    if (!bucket) throw new S3Fault('NoSuchBucket', 404, 'The specified bucket does not exist')
    return bucket
  }

  const respond = async (request: ServiceRequest, place: Place | undefined): Promise<ServiceResponse> => {
    if (!place) throw new S3Fault('InvalidURI', 400, "Couldn't parse the specified URI.")
    const { method, headers, url } = request
    const { key } = place
    const bucket = bucketOf(place.name)
    if (method === 'OPTIONS') {
      const allowed = corsHeaders(bucket.corsRules, method, headers)
      if (!allowed) {
        throw new S3Fault('AccessForbidden', 403, 'CORSResponse: This CORS request is not allowed.')
      }
      return { status: 200, headers: {}, body: '' }
    }
    if (method === 'POST' && headers['content-type']?.startsWith('multipart/form-data')) {
      return uploadForm(request, bucket, options)
    }
    requireSignature(request, options)
    const unsupported = [...url.searchParams.keys()].find((part) => subresources.has(part))
    if (unsupported) throw notImplemented(unsupported)
    return key ? respondForObject(request, bucket, key) : respondForBucket(request, bucket)
  }

  const respondForObject = (request: ServiceRequest, bucket: OpenBucket, key: string): ServiceResponse => {
    const { method, headers, url } = request
    if (method === 'GET' || method === 'HEAD') return getObject(bucket, key, headers, url.searchParams)
    if (method === 'DELETE') {
      bucket.remove(key)
      return { status: 204, headers: {}, body: '' }
    }
    if (method !== 'PUT') throw notImplemented(`${method} of an object`)
    const copySource = headers['x-amz-copy-source']
    if (copySource === undefined) return putObject(bucket, key, readPayload(request), headers, clock.now())
    const [name = '', ...rest] = decodeURIComponent(copySource).replace(/^\//, '').split('/')
    return copyObject({ bucket: bucketOf(name), key: rest.join('/') }, { bucket, key }, headers, clock.now())
  }

  return {
    handle: async (request) => {
      const place = locate(request, buckets)
      const reply = await respond(request, place).catch(describeFault)
      const rules = buckets.get(place?.name ?? '')?.corsRules ?? []
      const cors = corsHeaders(rules, request.method, request.headers)
      return { ...reply, headers: { 'x-amz-request-id': randomUUID(), ...reply.headers, ...cors } }
    },
    close: async () => undefined,
    readObject: async (name, key) => {
      const bucket = bucketOf(name)
      if (!bucket.head(key)) return undefined
      const { headers, body } = getObject(bucket, key, {}, new URLSearchParams())
      return { headers, body: Buffer.from(body) }
    },
    putObject: async (name, key, bytes, type, headers) => {
      bucketOf(name).put(key, bytes, { ...headers, 'content-type': type }, clock.now())
    },
  }
}

/** Parts of the API that are left out; answered so, rather than misread as a plain read or write. */
const subresources = new Set([
  'acl',
  'cors',
  'lifecycle',
  'location',
  'policy',
  'tagging',
  'uploadId',
  'uploads',
  'versioning',
  'versions',
])

const respondForBucket = (request: ServiceRequest, bucket: OpenBucket): ServiceResponse => {
  const { method, url } = request
  if (method === 'HEAD') return { status: 200, headers: {}, body: '' }
  if (method === 'GET') return listObjects(bucket.name, bucket, url.searchParams)
  if (method === 'POST' && url.searchParams.has('delete')) {
    const { bytes, trailers } = readPayload(request)
    requireChecksums(bytes, { ...request.headers, ...trailers })
    return deleteObjects(bucket, bytes.toString('utf8'))
  }
  throw notImplemented(`${method} of a bucket`)
}

const uploadForm = async (
  request: ServiceRequest,
  bucket: OpenBucket,
  { clock, credentials, mayUpload }: S3Options,
): Promise<ServiceResponse> => {
  const { key, bytes, fields, accessKeyId } = await readUpload(request, bucket.name, credentials, clock.now())
  if (mayUpload && !mayUpload(accessKeyId, `arn:aws:s3:::${bucket.name}/${key}`)) throw accessDenied()
  const { etag } = bucket.put(key, bytes, headersToKeep(fields), clock.now())
  const redirect = fields['success_action_redirect']
  if (redirect) {
    const location = new URL(redirect)
    for (const [name, value] of Object.entries({ bucket: bucket.name, key, etag })) {
      location.searchParams.set(name, value)
    }
    return { status: 303, headers: { location: location.href, etag }, body: '' }
  }
  const status = Number(fields['success_action_status'] ?? 204)
  if (status !== 201) return { status: status === 200 ? 200 : 204, headers: { etag }, body: '' }
  return {
    status,
    headers: { etag, 'content-type': 'application/xml' },
    body: toXml('PostResponse', { Bucket: bucket.name, Key: key, ETag: etag }),
  }
}

const requireSignature = (request: ServiceRequest, { credentials, clock }: S3Options): void => {
  const { searchParams } = request.url
  // Buckets are private: CloudFront reads the public files, with a role of its own.
  if (!request.headers['authorization'] && !searchParams.has('X-Amz-Signature')) throw accessDenied()
  const verdict = verifySignature(request, credentials, clock.now())
  if (verdict.ok) return
  if (verdict.code === 'RequestExpired') throw accessDenied(verdict.message)
  throw new S3Fault(verdict.code, 403, verdict.message)
}

type Place = { name: string; key: string }

/**
 * `/bucket/key`, or `/key` on a host that begins with the bucket's name, as SDKs write it for host names.
 * Undefined for a path that is no text.
 */
const locate = (
  { url, headers }: ServiceRequest,
  buckets: ReadonlyMap<string, unknown>,
): Place | undefined => {
  const path = decodePath(url.pathname)
  if (path === undefined) return undefined
  const [label = ''] = (headers['host'] ?? '').split('.')
  if (buckets.has(label)) return { name: label, key: path }
  const [name = '', ...rest] = path.split('/')
  return { name, key: rest.join('/') }
}

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return undefined
  }
}

const describeFault = (error: unknown): ServiceResponse => {
  const known = error instanceof S3Fault ? error : undefined
  if (!known) process.emitWarning(error instanceof Error ? error : String(error))
  const message = known?.message ?? 'We encountered an internal error. Please try again.'
  return {
    status: known?.status ?? 500,
    headers: { 'content-type': 'application/xml' },
    body: toXml('Error', { Code: known?.code ?? 'InternalError', Message: message }),
  }
}
