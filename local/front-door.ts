import type { Incoming } from './http-listener.ts'
import type { Service, ServiceResponse } from './service.ts'
import { parseCredential } from './sigv4.ts'

/** Everything that the one address serves. */
export type Destinations = {
  /** A call signed with `accessKeyId` for an AWS service. */
  signed(service: string, accessKeyId: string, request: Incoming): Promise<ServiceResponse>
  cognito: Service
  s3: Service
  bucketNames: string[]
  control(request: Incoming): Promise<ServiceResponse>
  site(request: Incoming): Promise<ServiceResponse>
}

/**
 * Chooses who answers a request: an AWS service when it is signed or otherwise unmistakably meant for one,
 * else what a visitor of the product's own address would reach.
 */
export function createFrontDoor(to: Destinations) {
  return async (request: Incoming): Promise<ServiceResponse> => {
    const { url } = request
    const credential = parseCredential(request)
    if (credential) return to.signed(credential.service, credential.accessKeyId, request)
    if (isForCognito(request)) return to.cognito.handle(request)
    if (isUpload(request) && to.bucketNames.includes(url.pathname.split('/')[1]!))
      return to.s3.handle(request)
    if (url.pathname === '/local' || url.pathname.startsWith('/local/')) return to.control(request)
    return to.site(request)
  }
}

/** Browsers call Cognito unsigned; its key sets are read by anybody. */
function isForCognito({ url, headers, method }: Incoming): boolean {
  if (headers['x-amz-target']?.startsWith('AWSCognitoIdentityProviderService.')) return true
  if (method === 'OPTIONS') return /x-amz-target/i.test(headers['access-control-request-headers'] ?? '')
  return /^\/[\w-]+_[0-9A-Za-z]+\/\.well-known\//.test(url.pathname)
}

/** A browser's form for a bucket carries its signature inside, which S3 itself reads; a preflight asks first. */
function isUpload({ method }: Incoming): boolean {
  return method === 'POST' || method === 'OPTIONS'
}
