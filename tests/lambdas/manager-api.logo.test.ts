import { beforeEach, describe, expect, test } from 'vitest'
import { handler } from '../../lambdas/manager-api.ts'
import { getManager } from '../../lambdas/table/manager.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { callsTo } from '../call.ts'
import { givenManager, givenTable } from '../given.ts'

const services = await givenTable()

let manager: ManagerRow
beforeEach(async () => {
  manager = await givenManager()
})

const call = callsTo(handler, () => manager)

describe('logo', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  const jpeg = (width: number, height: number) => {
    const frame = Buffer.from(
      'ffd8ffe000104a46494600010100000100010000ffdb0004aabbffc2000b080000000001011100',
      'hex',
    )
    const at = frame.indexOf(Buffer.from('ffc2', 'hex'))
    frame.writeUInt16BE(height, at + 5)
    frame.writeUInt16BE(width, at + 7)
    return frame
  }

  async function upload(file: Buffer, contentType: 'image/png' | 'image/jpeg' = 'image/png') {
    const { reply } = await call('startLogoUpload', { body: { contentType } })
    const form = new FormData()
    for (const [name, value] of Object.entries(reply.fields)) form.set(name, value)
    form.set('file', new Blob([new Uint8Array(file)], { type: contentType }))
    const posted = await fetch(reply.url.replace(/^https?:\/\/[^/]+/, services.url), {
      method: 'POST',
      body: form,
    })
    return { key: reply.key, posted: posted.status }
  }
  const stored = (key: string | null) => services.logos.read(services.logos.bucket, key ?? '')

  test('is uploaded, taken, replaced and removed; only the one in use stays', async () => {
    const first = await upload(png(200, 80))
    expect(first.posted).toBeLessThan(300)
    const saved = await call('saveLogo', { body: { key: first.key } })
    expect(saved.status).toBe(200)
    const logoKey = saved.reply.logoKey!
    expect(saved.reply.logoUrl).toBe(`/${logoKey}`)
    expect(logoKey).toMatch(new RegExp(`^logos/${manager.id}/logo-[0-9a-f]{12}\\.png$`))
    expect((await stored(logoKey))?.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    })
    expect(await stored(first.key)).toBeUndefined()

    const second = await upload(jpeg(100, 60), 'image/jpeg')
    const replaced = await call('saveLogo', { body: { key: second.key } })
    expect(replaced.reply.logoKey).toMatch(/\.jpg$/)
    expect(await stored(logoKey)).toBeUndefined()

    const removed = await call('removeLogo')
    expect(removed.reply).toMatchObject({ logoKey: null, logoUrl: null })
    expect(await stored(replaced.reply.logoKey)).toBeUndefined()
  })

  test.each([
    ['too small', png(99, 60), 'Please use an image with minimum dimensions of 100px × 60px'],
    ['too flat', jpeg(100, 59), 'Please use an image with minimum dimensions of 100px × 60px'],
    ['no image at all', Buffer.from('<svg onload="alert(1)"/>'), 'Please upload a JPEG or PNG image'],
    ['cut off', png(200, 80).subarray(0, 15), 'Please upload a JPEG or PNG image'],
    [
      'a JPEG without a frame',
      Buffer.from('ffd8ffd9ffffffffffff', 'hex'),
      'Please upload a JPEG or PNG image',
    ],
  ])('%s is refused', async (_, file, words) => {
    const { key } = await upload(file)
    const { status, problem } = await call('saveLogo', { body: { key } })
    expect({ status, code: problem.code, detail: problem.detail }).toEqual({
      status: 422,
      code: 'logo_invalid',
      detail: words,
    })
    expect((await getManager(manager.id))?.logoKey).toBeNull()
  })

  test('more than 100 KB never arrive', async () => {
    const { posted, key } = await upload(Buffer.concat([png(200, 80), Buffer.alloc(100 * 1024)]))
    expect(posted).toBe(400)
    expect((await call('saveLogo', { body: { key } })).status).toBe(422)
  })

  test("another manager's file cannot be taken", async () => {
    const { key } = await upload(png(200, 80))
    const other = await givenManager()
    expect((await call('saveLogo', { as: other, body: { key } })).problem.code).toBe('logo_invalid')
    expect(await stored(key)).toBeDefined()
  })
})
