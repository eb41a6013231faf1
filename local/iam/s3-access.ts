import type { ServiceRequest } from '../service.ts'
import type { AccessRequest } from './policy.ts'

/** The accesses of a path-style S3 call. Forms posted by browsers are checked where they are read. */
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
      if (!request.url.searchParams.has('delete')) return undefined
      const keys = request.body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)
      return [...keys].map((match) => object('DeleteObject', match[1]!))
    }
    default:
      return undefined
  }
}
