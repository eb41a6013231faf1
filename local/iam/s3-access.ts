import type { ServiceRequest } from '../service.ts'
import type { AccessRequest } from './policy.ts'

/** The accesses of a path-style S3 call, signed posts from a browser's form included. */
export function s3Access(request: ServiceRequest): AccessRequest[] | undefined {
  const [bucket, ...rest] = decodeURIComponent(request.url.pathname).slice(1).split('/')
  const key = rest.join('/')
  const bucketArn = `arn:aws:s3:::${bucket}`
  const object = (action: string, name: string): AccessRequest => ({
    action: `s3:${action}`,
    resource: `${bucketArn}/${name}`,
  })
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return key ? [object('GetObject', key)] : [{ action: 's3:ListBucket', resource: bucketArn }]
    case 'PUT': {
      const source = request.headers['x-amz-copy-source']
      const read = source && {
        action: 's3:GetObject',
        resource: `arn:aws:s3:::${decodeURIComponent(source).replace(/^\//, '')}`,
      }
      return [object('PutObject', key), ...(read ? [read] : [])]
    }
    case 'DELETE':
      return [object('DeleteObject', key)]
    case 'POST': {
      const text = request.body.toString('latin1')
      if (request.url.searchParams.has('delete')) {
        return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => object('DeleteObject', match[1]!))
      }
      const posted = formField(text, 'key')
      return posted === undefined ? undefined : [object('PutObject', posted)]
    }
    default:
      return undefined
  }
}

/** The access key that signed a browser's form post; the permission asked for is its holder's. */
export function postedAccessKey(request: ServiceRequest): string | undefined {
  return formField(request.body.toString('latin1'), 'x-amz-credential')?.split('/')[0]
}

function formField(multipart: string, name: string): string | undefined {
  return new RegExp(`name="${name}"\\r\\n(?:[^\\r\\n]+\\r\\n)*\\r\\n([^\\r]*)\\r\\n`, 'i').exec(
    multipart,
  )?.[1]
}
