import { expect, test } from 'vitest'
import { bootSmallStack } from './small-stack.ts'

test('a request reaches the function of the most specific route, in payload format 2.0', async () => {
  const stack = await bootSmallStack()
  const response = await fetch(`${stack.url}/api/things/a%20b?tag=x&tag=y`, {
    headers: { cookie: 'a=1; b=2' },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    version: '2.0',
    routeKey: 'GET /api/things/{id}',
    pathParameters: { id: 'a b' },
    queryStringParameters: { tag: 'x,y' },
    cookies: ['a=1', 'b=2'],
    requestContext: { http: { method: 'GET' }, stage: '$default' },
    isBase64Encoded: false,
  })
  const routeOf = async (path: string) => (await (await fetch(stack.url + path)).json()).routeKey
  expect(await routeOf('/api/things/special')).toBe('GET /api/things/special')
  expect(await routeOf('/api/deep/a/b')).toBe('ANY /api/deep/{rest+}')
})

test('a body of text is passed on as text, anything else in base64', async () => {
  const stack = await bootSmallStack()
  const post = async (type: string, body: string) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body }
    const { body: passed, isBase64Encoded } = await (await fetch(`${stack.url}/api/things`, init)).json()
    return { passed, isBase64Encoded }
  }
  expect(await post('application/json', '{"ä":1}')).toEqual({ passed: '{"ä":1}', isBase64Encoded: false })
  expect(await post('image/png', 'x')).toEqual({ passed: 'eA==', isBase64Encoded: true })
})

test('what no route takes is 404, what a function throws is 500 without a word of why', async () => {
  const stack = await bootSmallStack()
  expect((await fetch(`${stack.url}/api/nothing`)).status).toBe(404)
  const broken = await fetch(`${stack.url}/api/deep/broken`)
  expect([broken.status, await broken.json()]).toEqual([500, { message: 'Internal Server Error' }])
})

test('an unknown access key is refused by every service', async () => {
  const stack = await bootSmallStack()
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIANOBODY/20300101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'
  const headers = { authorization, 'x-amz-target': 'DynamoDB_20120810.ListTables' }
  const response = await fetch(stack.endpoint, { method: 'POST', headers, body: '{}' })
  expect([response.status, (await response.json())['__type']]).toEqual([403, 'UnrecognizedClientException'])
})
