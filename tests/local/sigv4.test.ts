import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { afterEach, expect, test } from 'vitest'
import type { ServiceRequest } from '../../local/service.ts'
import { parseCredential, verifySignature } from '../../local/sigv4.ts'
import { serve } from './serve.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** The request that an SDK client sends, as a service receives it. */
const capture = async (send: (endpoint: string) => Promise<unknown>): Promise<ServiceRequest> => {
  const requests: ServiceRequest[] = []
  const server = await serve({
    handle: async (request) => {
      requests.push(request)
      return { status: 200, headers: {}, body: '{}' }
    },
  })
  cleanups.push(server.close)
  await send(server.url)
  const [request] = requests
  if (!request) throw new Error('nothing was sent')
  return request
}

const options = (endpoint: string) => ({
  endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'secret' },
})
const secretFor = (id: string) => (id === 'LOCAL' ? 'secret' : undefined)

test('a signed call names its service and its signer', async () => {
  const request = await capture((endpoint) =>
    new SFNClient(options(endpoint)).send(
      new StartExecutionCommand({ stateMachineArn: 'arn:aws:states:eu-west-1:000000000000:stateMachine:x' }),
    ),
  )
  expect(parseCredential(request)).toMatchObject({
    accessKeyId: 'LOCAL',
    service: 'states',
    region: 'eu-west-1',
  })
  expect(verifySignature(request, secretFor, Date.now())).toEqual({ ok: true, accessKeyId: 'LOCAL' })
})

test('a changed body, a wrong secret and an unknown signer are told apart', async () => {
  const request = await capture((endpoint) =>
    new DynamoDBClient(options(endpoint)).send(new ListTablesCommand({})),
  )
  const changed = { ...request, body: Buffer.from('{"Limit":1}') }
  expect(verifySignature(changed, secretFor, Date.now())).toMatchObject({ code: 'SignatureDoesNotMatch' })
  expect(verifySignature(request, () => 'other', Date.now())).toMatchObject({ code: 'SignatureDoesNotMatch' })
  expect(verifySignature(request, () => undefined, Date.now())).toMatchObject({ code: 'InvalidAccessKeyId' })
})

test('a call that nobody signed has no signer', () => {
  const url = new URL('http://localhost/api')
  expect(parseCredential({ url, headers: { authorization: 'Bearer token' } })).toBeUndefined()
  expect(parseCredential({ url, headers: {} })).toBeUndefined()
})
