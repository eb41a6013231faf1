import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createS3 } from '../../local/s3/service.ts'
import type { S3, S3Options } from '../../local/s3/service.ts'
import { sign } from '../../local/sigv4.ts'
import { StartupError } from '../../local/startup-error.ts'
import { serve } from './serve.ts'

const Bucket = 'logos'
const buckets: S3Options['buckets'] = [
  {
    name: Bucket,
    properties: {
      CorsConfiguration: {
        CorsRules: [
          {
            AllowedOrigins: ['http://localhost:3000'],
            AllowedMethods: ['POST', 'GET'],
            AllowedHeaders: ['*'],
            ExposedHeaders: ['ETag'],
            MaxAge: 600,
          },
        ],
      },
    },
  },
  { name: 'site', properties: {} },
]
const secrets: Record<string, string> = { LOCAL: 'secret', GUEST: 'other' }

let time: number
const cleanups: (() => unknown)[] = []
beforeEach(() => {
  time = Date.now()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const connect = (url: string, secretAccessKey = 'secret', accessKeyId = 'LOCAL') =>
  new S3Client({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  })

const start = async (options: Partial<S3Options> = {}) => {
  const service = createS3({
    clock: { now: () => time },
    buckets,
    credentials: (id) => secrets[id],
    ...options,
  })
  const server = await serve(service)
  cleanups.push(server.close)
  return { service, url: server.url, client: connect(server.url) }
}

const put = (client: S3Client, Key: string, Body = 'bytes') =>
  client.send(new PutObjectCommand({ Bucket, Key, Body }))
const keysOf = async (client: S3Client) =>
  (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? []

describe('objects', () => {
  test('are given back as they were put, with their headers', async () => {
    const { client } = await start()
    const Key = 'logos/mgr 1/logo & (ü).png'
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body: new Uint8Array([0, 255, 10]),
        ContentType: 'image/png',
        CacheControl: 'max-age=3600',
        Metadata: { owner: 'mgr_1' },
      }),
    )
    const found = await client.send(new GetObjectCommand({ Bucket, Key }))
    expect(found).toMatchObject({
      ContentType: 'image/png',
      CacheControl: 'max-age=3600',
      Metadata: { owner: 'mgr_1' },
      ContentLength: 3,
    })
    expect([...((await found.Body?.transformToByteArray()) ?? [])]).toEqual([0, 255, 10])
    expect(await client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ ETag: found.ETag })
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
    await expect(client.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    })
  })

  test('survive being streamed, checksum and all', async () => {
    const { client } = await start()
    const text = 'line of text\r\n'.repeat(20_000)
    const Body = Readable.from([Buffer.from(text.slice(0, 70_000)), Buffer.from(text.slice(70_000))])
    await client.send(new PutObjectCommand({ Bucket, Key: 'big', Body, ContentLength: text.length }))
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'big' }))
    expect(await found.Body?.transformToString()).toBe(text)
    expect(found.ContentEncoding).toBeUndefined()
  })

  test('are refused when their checksum tells of damage', async () => {
    const { client } = await start()
    const damaged = new PutObjectCommand({ Bucket, Key: 'x', Body: 'bytes', ChecksumCRC32: 'AAAAAA==' })
    await expect(client.send(damaged)).rejects.toMatchObject({ name: 'BadDigest' })
    expect(await keysOf(client)).toEqual([])
  })

  test('are given in part, and not at all when unchanged', async () => {
    const { client } = await start()
    const { ETag } = await put(client, 'x', '0123456789')
    const part = async (Range: string) => {
      const found = await client.send(new GetObjectCommand({ Bucket, Key: 'x', Range }))
      return [await found.Body?.transformToString(), found.ContentRange]
    }
    expect(await part('bytes=2-4')).toEqual(['234', 'bytes 2-4/10'])
    expect(await part('bytes=8-')).toEqual(['89', 'bytes 8-9/10'])
    expect(await part('bytes=-3')).toEqual(['789', 'bytes 7-9/10'])
    await expect(part('bytes=10-')).rejects.toMatchObject({ name: 'InvalidRange' })
    await expect(
      client.send(new GetObjectCommand({ Bucket, Key: 'x', IfNoneMatch: ETag })),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
  })

  test('are put on a condition', async () => {
    const { client } = await start()
    const first = () => client.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'a', IfNoneMatch: '*' }))
    const { ETag } = await first()
    await expect(first()).rejects.toMatchObject({ name: 'PreconditionFailed' })
    const replace = () => client.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'b', IfMatch: ETag }))
    await replace()
    await expect(replace()).rejects.toMatchObject({ name: 'PreconditionFailed' })
  })

  test('are copied with their headers', async () => {
    const { client } = await start()
    await client.send(new PutObjectCommand({ Bucket, Key: 'a b', Body: 'x', ContentType: 'text/css' }))
    await client.send(new CopyObjectCommand({ Bucket: 'site', Key: 'c', CopySource: `${Bucket}/a%20b` }))
    const copied = await client.send(new GetObjectCommand({ Bucket: 'site', Key: 'c' }))
    expect(copied.ContentType).toBe('text/css')
    expect(await copied.Body?.transformToString()).toBe('x')
  })

  test('are listed page by page and folder by folder, and deleted together', async () => {
    const { client } = await start()
    for (const key of ['b/2', 'a', 'b/1', 'c & d']) await put(client, key)
    const list = (query: object) => client.send(new ListObjectsV2Command({ Bucket, ...query }))
    expect(await keysOf(client)).toEqual(['a', 'b/1', 'b/2', 'c & d'])
    const first = await list({ MaxKeys: 3 })
    expect(first.IsTruncated).toBe(true)
    const second = await list({ ContinuationToken: first.NextContinuationToken })
    expect(second.Contents?.map(({ Key }) => Key)).toEqual(['c & d'])
    const folders = await list({ Delimiter: '/', MaxKeys: 2 })
    expect(folders.CommonPrefixes).toEqual([{ Prefix: 'b/' }])
    const rest = await list({ Delimiter: '/', ContinuationToken: folders.NextContinuationToken })
    expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['c & d'])
    expect((await list({ Prefix: 'b/' })).KeyCount).toBe(2)
    const Objects = ['a', 'c & d', 'gone'].map((Key) => ({ Key }))
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(await keysOf(client)).toEqual(['b/1', 'b/2'])
  })

  test('of an unknown bucket, or by a call that is left out, are refused clearly', async () => {
    const { client, url } = await start()
    await client.send(new HeadBucketCommand({ Bucket }))
    await expect(client.send(new ListObjectsV2Command({ Bucket: 'other' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
    const acl = new PutObjectAclCommand({ Bucket, Key: 'x', ACL: 'public-read' })
    await expect(client.send(acl)).rejects.toMatchObject({ name: 'NotImplemented' })
    expect(await (await fetch(`${url}/${Bucket}/%ff`)).text()).toContain('InvalidURI')
  })
})

/** Signs an address the way the SDK's presigner does. */
const presign = (url: string, method: string, key: string, seconds: number) => {
  const signedAt = new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const date = signedAt.slice(0, 8)
  const address = new URL(`${url}/${Bucket}/${key}`)
  const scope = `${date}/us-east-1/s3/aws4_request`
  const query = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `LOCAL/${scope}`,
    'X-Amz-Date': signedAt,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const canonical = [method, address.pathname, address.search.slice(1), `host:${address.host}\n`, 'host']
  const hash = createHash('sha256')
    .update([...canonical, 'UNSIGNED-PAYLOAD'].join('\n'))
    .digest('hex')
  const text = ['AWS4-HMAC-SHA256', signedAt, scope, hash].join('\n')
  const signature = sign(text, 'secret', { date, region: 'us-east-1', service: 's3' })
  address.searchParams.set('X-Amz-Signature', signature)
  return address
}

describe('signatures', () => {
  test('a wrong secret, an unknown key and an unsigned call are refused', async () => {
    const { client, url } = await start()
    await put(client, 'x')
    const read = (other: S3Client) => other.send(new GetObjectCommand({ Bucket, Key: 'x' }))
    await expect(read(connect(url, 'wrong'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    await expect(read(connect(url, 'secret', 'NOBODY'))).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    expect((await fetch(`${url}/${Bucket}/x`)).status).toBe(403)
  })

  test('a body that was changed on its way is refused', async () => {
    const { client, url } = await start()
    // Caught before it leaves: the signed request is sent again with another body.
    let headers: Record<string, string> = {}
    client.middlewareStack.add(
      (next) => (args) => {
        headers = { ...(args.request as { headers: Record<string, string> }).headers }
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    await put(client, 'x', 'bytes')
    const { host: _, 'content-length': __, ...rest } = headers
    const forged = await fetch(`${url}/${Bucket}/x?x-id=PutObject`, {
      method: 'PUT',
      headers: rest,
      body: 'bites',
    })
    expect(await forged.text()).toContain('XAmzContentSHA256Mismatch')
  })

  test('a signed address writes and reads until it ends', async () => {
    const { url } = await start()
    const written = await fetch(presign(url, 'PUT', 'x', 60), { method: 'PUT', body: 'bytes' })
    expect(written.status).toBe(200)
    const address = presign(url, 'GET', 'x', 60)
    expect(await (await fetch(address)).text()).toBe('bytes')
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
    time += 61_000
    expect(await (await fetch(address)).text()).toContain('Request has expired')
  })
})

const post = async (client: S3Client, change: (form: FormData) => void = () => undefined, size = 5) => {
  const { url, fields } = await createPresignedPost(client, {
    Bucket,
    Key: 'logos/mgr_1/logo.png',
    Conditions: [
      ['content-length-range', 1, 100_000],
      ['starts-with', '$Content-Type', 'image/'],
    ],
    Fields: { 'Cache-Control': 'max-age=3600' },
    Expires: 60,
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('Content-Type', 'image/png')
  change(form)
  form.set('file', new Blob([new Uint8Array(size)]), 'logo.png')
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { origin: 'http://localhost:3000' },
  })
  return { response, code: /<Code>(.*)<\/Code>/.exec(await response.text())?.[1] }
}

describe('form uploads', () => {
  test('are taken when the policy allows them', async () => {
    const { client } = await start()
    const { response } = await post(client)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'logos/mgr_1/logo.png' }))
    expect(found).toMatchObject({ ContentLength: 5, ContentType: 'image/png', CacheControl: 'max-age=3600' })
  })

  const refusals: [string, string, (form: FormData) => void, number?][] = [
    ['another key', 'AccessDenied', (form) => form.set('key', 'logos/mgr_2/logo.png')],
    ['another type', 'AccessDenied', (form) => form.set('Content-Type', 'text/html')],
    ['no type', 'AccessDenied', (form) => form.delete('Content-Type')],
    ['a field nobody agreed to', 'AccessDenied', (form) => form.set('x-amz-meta-a', 'b')],
    ['too many bytes', 'EntityTooLarge', () => undefined, 100_001],
    ['no bytes', 'EntityTooSmall', () => undefined, 0],
    ['no policy', 'AccessDenied', (form) => form.delete('Policy')],
    [
      'another policy',
      'SignatureDoesNotMatch',
      (form) => form.set('Policy', Buffer.from('{}').toString('base64')),
    ],
    ['a policy that ended', 'AccessDenied', () => (time += 61_000)],
    ['an unknown signer', 'InvalidAccessKeyId', (form) => form.set('X-Amz-Credential', 'EVE/a/b/s3/c')],
  ]
  test.each(refusals)('are refused with %s', async (_, code, change, size) => {
    const { client } = await start()
    expect((await post(client, change, size)).code).toBe(code)
    expect(await keysOf(client)).toEqual([])
  })

  test('need the right of their signer', async () => {
    const asked: string[] = []
    const mayUpload = (accessKeyId: string, arn: string) => asked.push(`${accessKeyId} ${arn}`) < 1
    const { client } = await start({ mayUpload })
    expect((await post(client)).code).toBe('AccessDenied')
    expect(asked).toEqual(['LOCAL arn:aws:s3:::logos/logos/mgr_1/logo.png'])
  })

  test('are announced by the browser, which is told who may', async () => {
    const { url } = await start()
    const preflight = (origin: string) =>
      fetch(`${url}/${Bucket}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    const allowed = await preflight('http://localhost:3000')
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
    expect((await preflight('http://evil.test')).status).toBe(403)
  })
})

const freshDirectory = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 's3-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  return dir
}

describe('the data directory', () => {
  test('is found again by the next start, deployed files included', async () => {
    const dir = freshDirectory()
    const { service, client } = await start({ dir })
    await put(client, 'kept'.repeat(200))
    await service.putObject('site', 'index.html', Buffer.from('<!doctype html>\n'), 'text/html', {
      'cache-control': 'no-cache',
    })
    const again: S3 = (await start({ dir })).service
    expect(await again.readObject('site', 'index.html')).toMatchObject({
      body: Buffer.from('<!doctype html>\n'),
      headers: { 'content-type': 'text/html', 'cache-control': 'no-cache' },
    })
    expect((await again.readObject(Bucket, 'kept'.repeat(200)))?.body.toString()).toBe('bytes')
    expect(await again.readObject('site', 'missing')).toBeUndefined()
  })

  test('is refused and left alone when an object is damaged', async () => {
    const dir = freshDirectory()
    await put((await start({ dir })).client, 'x')
    const [file = ''] = readdirSync(join(dir, Bucket))
    truncateSync(join(dir, Bucket, file), 20)
    await expect(start({ dir })).rejects.toThrow(StartupError)
    expect(readdirSync(join(dir, Bucket))).toEqual([file])
  })
})
