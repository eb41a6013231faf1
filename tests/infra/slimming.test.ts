import { build } from 'esbuild'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { slimming } from '../../infra/slimming.ts'

/** A function's worth of calls: a write that is refused, a queued message, a look at an object. */
const source = `
  import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
  import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
  import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

  export async function call(endpoint) {
    const options = { endpoint, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 }
    const refused = await new DynamoDBClient(options)
      .send(new PutItemCommand({ TableName: 'table', Item: { pk: { S: 'M#1' } }, ConditionExpression: 'x' }))
      .catch((error) => ({ name: error.name, item: error.Item }))
    const { MessageId } = await new SQSClient(options).send(
      new SendMessageCommand({ QueueUrl: endpoint + '/queue', MessageBody: 'hello' }),
    )
    const { ContentLength } = await new S3Client(options).send(
      new HeadObjectCommand({ Bucket: 'logos', Key: 'logos/a.png' }),
    )
    return { refused, MessageId, ContentLength }
  }`

/** SQS tells what it received, and the SDK compares. */
const md5OfHello = '5d41402abc4b2a76b9719d911017c592'

const seen: { method: string | undefined; url: string | undefined; body: string }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    seen.push({ method: request.method, url: request.url, body })
    const target = String(request.headers['x-amz-target'] ?? '')
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '48' }).end()
    else if (target.endsWith('SendMessage'))
      response.end(JSON.stringify({ MessageId: 'message-1', MD5OfMessageBody: md5OfHello }))
    else {
      const type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException'
      response.writeHead(400).end(JSON.stringify({ __type: type, Item: { pk: { S: 'M#1' } } }))
    }
  })
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function bundled(plugins = slimming()): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return outputFiles[0]!.text
}

test('a slimmed SDK still speaks to each service and reads its answers', async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'LOCAL'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret'
  const directory = mkdtempSync(join(tmpdir(), 'waitlist-bundle-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'index.mjs')
  writeFileSync(file, await bundled())
  const module = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const { port } = server.address() as AddressInfo
  const answers = await module.call(`http://127.0.0.1:${port}`)

  expect(answers).toEqual({
    refused: { name: 'ConditionalCheckFailedException', item: { pk: { S: 'M#1' } } },
    MessageId: 'message-1',
    ContentLength: 48,
  })
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /',
    'POST /',
    'HEAD /logos/logos/a.png',
  ])
  expect(JSON.parse(seen[0]!.body)).toEqual({
    TableName: 'table',
    Item: { pk: { S: 'M#1' } },
    ConditionExpression: 'x',
  })
})

test('operations that nobody calls are dropped', async () => {
  const unusedOperation = '"PutBucketAcl"'
  expect((await bundled([])).includes(unusedOperation)).toBe(true)
  expect((await bundled()).includes(unusedOperation)).toBe(false)
})
