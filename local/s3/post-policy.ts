import * as z from 'zod'
import type { ServiceRequest } from '../service.ts'
import { sameText, sign } from '../sigv4.ts'
import { accessDenied, S3Fault } from './fault.ts'

/** A form upload that its policy allows. */
export type Upload = {
  key: string
  bytes: Buffer
  /** The form's fields by lower-case name, without the file. */
  fields: Record<string, string>
  accessKeyId: string
}

/** Exact fields as an object; `starts-with` and `eq` with `$field`; the size in bytes. */
const Condition = z.union([
  z.tuple([z.literal('content-length-range'), z.coerce.number(), z.coerce.number()]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.string()),
])
type Condition = z.infer<typeof Condition>
const Policy = z.object({ expiration: z.string(), conditions: z.array(Condition) })

/**
 * Reads a browser's form upload and holds it against the policy that it carries.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 *
 * @param now milliseconds on the product's clock
 */
export const readUpload = async (
  { headers, body }: Pick<ServiceRequest, 'headers' | 'body'>,
  bucket: string,
  secretFor: (accessKeyId: string) => string | undefined,
  now: number,
): Promise<Upload> => {
  const { file, fields } = await readForm(headers['content-type'] ?? '', body)
  const accessKeyId = requireSignature(fields, secretFor)
  const bytes = Buffer.from(await file.arrayBuffer())
  const policy = readPolicy(fields['policy'] ?? '')
  if (!(Date.parse(policy.expiration) > now)) {
    throw accessDenied('Invalid according to Policy: Policy expired.')
  }
  const key = (fields['key'] ?? '').replace('${filename}', file.name)
  for (const condition of policy.conditions)
    requireCondition(condition, { ...fields, key, bucket }, bytes.length)
  requireCovered(fields, policy.conditions)
  if (!key) throw new S3Fault('InvalidArgument', 400, "Bucket POST must contain a field named 'key'.")
  return { key, bytes, fields, accessKeyId }
}

const readForm = async (contentType: string, body: Buffer) => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new S3Fault('MalformedPOSTRequest', 400, 'The body of your POST request is not well-formed.')
    })
  const file = form.get('file')
  if (!(file instanceof File) || form.getAll('file').length > 1) {
    throw new S3Fault('InvalidArgument', 400, 'POST requires exactly one file upload per request.')
  }
  const fields = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  ) as Record<string, string>
  return { file, fields }
}

const requireSignature = (
  fields: Record<string, string>,
  secretFor: (accessKeyId: string) => string | undefined,
): string => {
  const { policy, 'x-amz-credential': credential = '', 'x-amz-signature': signature = '' } = fields
  if (!policy) throw accessDenied()
  const [accessKeyId = '', date = '', region = '', service = ''] = credential.split('/')
  const secret = secretFor(accessKeyId)
  if (secret === undefined) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.'
    throw new S3Fault('InvalidAccessKeyId', 403, message)
  }
  if (!sameText(sign(policy, secret, { date, region, service }), signature)) {
    const message = 'The request signature we calculated does not match the signature you provided.'
    throw new S3Fault('SignatureDoesNotMatch', 403, message)
  }
  return accessKeyId
}

const readPolicy = (encoded: string): z.infer<typeof Policy> => {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch {
    throw new S3Fault('InvalidPolicyDocument', 400, 'The content of the form does not meet the conditions.')
  }
}

const requireCondition = (condition: Condition, values: Record<string, string>, size: number): void => {
  if (!Array.isArray(condition)) {
    for (const [name, wanted] of Object.entries(condition)) {
      if (values[name.toLowerCase()] !== wanted) throw conditionFailed(['eq', `$${name}`, wanted])
    }
  } else if (condition[0] === 'content-length-range') {
    const [, least, most] = condition
    if (size < least)
      throw new S3Fault('EntityTooSmall', 400, 'Your proposed upload is smaller than the minimum.')
    if (size > most) {
      throw new S3Fault('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size')
    }
  } else {
    const [kind, field, wanted] = condition
    const value = values[field.slice(1).toLowerCase()] ?? ''
    const holds = kind === 'eq' ? value === wanted : value.startsWith(wanted)
    if (!holds) throw conditionFailed(condition)
  }
}

/** A field that no condition speaks of could carry anything: it is refused. */
const requireCovered = (fields: Record<string, string>, conditions: Condition[]): void => {
  const covered = new Set(['policy', 'x-amz-signature', 'file'])
  for (const condition of conditions) {
    if (!Array.isArray(condition)) for (const name of Object.keys(condition)) covered.add(name.toLowerCase())
    else if (condition[0] !== 'content-length-range') covered.add(condition[1].slice(1).toLowerCase())
  }
  const extra = Object.keys(fields).find((name) => !covered.has(name) && !name.startsWith('x-ignore-'))
  if (extra) throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`)
}

const conditionFailed = (condition: unknown[]): S3Fault =>
  accessDenied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`)
