import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceRequest } from './service.ts'

/**
 * Signature Version 4, read from the server's side.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */

/** What a signed call says about itself; its credential scope names the service that it is meant for. */
export type Credential = {
  accessKeyId: string
  /** `YYYYMMDD`, the day the signing key was made for. */
  date: string
  region: string
  /** `dynamodb`, `s3`, `sqs`, … */
  service: string
  /** Lower-case, in the order in which they were signed. */
  signedHeaders: string[]
  /** Hex. */
  signature: string
  /** `YYYYMMDDTHHMMSSZ` */
  signedAt: string
  /** Lifetime in seconds of a signed address; undefined when the signature is in the Authorization header. */
  expiresIn?: number
}

export type Verdict =
  | { ok: true; accessKeyId: string }
  | { ok: false; code: 'InvalidAccessKeyId' | 'SignatureDoesNotMatch' | 'RequestExpired'; message: string }

type Signed = Pick<ServiceRequest, 'method' | 'url' | 'headers' | 'body'>

/** Reads who signed a call and for which service, without checking it. Undefined: the call is not signed. */
export const parseCredential = (request: Pick<ServiceRequest, 'url' | 'headers'>): Credential | undefined => {
  const query = request.url.searchParams
  const fields = query.has('X-Amz-Signature')
    ? {
        credential: query.get('X-Amz-Credential') ?? '',
        signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
        signature: query.get('X-Amz-Signature') ?? '',
        signedAt: query.get('X-Amz-Date') ?? '',
        expiresIn: Number(query.get('X-Amz-Expires') ?? 0),
      }
    : parseAuthorization(request.headers)
  if (!fields) return undefined
  const [accessKeyId, date, region, service, terminator] = fields.credential.split('/')
  if (!accessKeyId || !date || !region || !service || terminator !== 'aws4_request') return undefined
  const { credential: _, signedHeaders, ...rest } = fields
  return { accessKeyId, date, region, service, signedHeaders: signedHeaders.split(';'), ...rest }
}

const parseAuthorization = (headers: Record<string, string>) => {
  const authorization = headers['authorization']
  if (!authorization?.startsWith('AWS4-HMAC-SHA256 ')) return undefined
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? ''
  return {
    credential: part('Credential'),
    signedHeaders: part('SignedHeaders'),
    signature: part('Signature'),
    signedAt: headers['x-amz-date'] ?? '',
  }
}

/**
 * Checks a header-signed or query-signed call against the signer's secret.
 *
 * Only signed addresses expire. The 15 minutes that AWS allows for header-signed calls are not enforced: the
 * product's clock can be moved by days between signing and arrival, and the SDK would then "correct" its own
 * clock for good.
 *
 * @param now milliseconds since the epoch, on the product's clock
 */
export const verifySignature = (
  request: Signed,
  secretFor: (accessKeyId: string) => string | undefined,
  now: number,
): Verdict => {
  const credential = parseCredential(request)
  const secret = credential && secretFor(credential.accessKeyId)
  if (!credential || secret === undefined) {
    return {
      ok: false,
      code: 'InvalidAccessKeyId',
      message: 'The AWS access key Id you provided does not exist.',
    }
  }
  if (
    credential.expiresIn !== undefined &&
    now > parseTime(credential.signedAt) + credential.expiresIn * 1000
  ) {
    return { ok: false, code: 'RequestExpired', message: 'Request has expired' }
  }
  const scope = `${credential.date}/${credential.region}/${credential.service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', credential.signedAt, scope, sha256(canonicalRequest(request, credential))]
  if (!sameText(sign(text.join('\n'), secret, credential), credential.signature)) {
    const message = 'The request signature we calculated does not match the signature you provided.'
    return { ok: false, code: 'SignatureDoesNotMatch', message }
  }
  return { ok: true, accessKeyId: credential.accessKeyId }
}

/** The hex signature of a text (a string to sign, or the policy of a form upload) under a credential's scope. */
export const sign = (
  text: string,
  secret: string,
  scope: Pick<Credential, 'date' | 'region' | 'service'>,
): string => {
  const key = [scope.date, scope.region, scope.service, 'aws4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `AWS4${secret}`,
  )
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Compares two signatures without telling by its duration how much of them agrees. */
export const sameText = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const canonicalRequest = (request: Signed, credential: Credential): string => {
  const presigned = credential.expiresIn !== undefined
  const query = [...request.url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
  const headers = credential.signedHeaders.map(
    (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`,
  )
  // S3 signs what the caller declares, and the S3 service compares the declaration with the body itself.
  const declared = presigned ? 'UNSIGNED-PAYLOAD' : request.headers['x-amz-content-sha256']
  return [
    request.method,
    canonicalPath(request.url.pathname, credential.service),
    query.join('&'),
    headers.join(''),
    credential.signedHeaders.join(';'),
    credential.service === 's3' && declared ? declared : sha256(request.body),
  ].join('\n')
}

/** S3 signs the path encoded once; every other service encodes the encoded path again. */
const canonicalPath = (path: string, service: string): string =>
  path
    .split('/')
    .map((part) => {
      const once = encode(decodeURIComponent(part))
      return service === 's3' ? once : encode(once)
    })
    .join('/')

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const parseTime = (amzDate: string): number =>
  Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
