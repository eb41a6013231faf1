import { createHash, randomUUID } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { Problem } from '../../domain/problem.ts'
import { ManagerApiEnv, readEnv } from '../lib/env.ts'
import type { Handler } from '../lib/http.ts'
import { log } from '../lib/log.ts'
import { setLogo } from '../table/manager.ts'
import { imageOf } from './image-size.ts'
import { ownManager } from './own.ts'
import { toProfile } from './profile.ts'

/** Limits of a logo (product page, sections 5 and 9). */
const mostBytes = 100 * 1024
const leastWidth = 100
const leastHeight = 60
const cacheSeconds = 3600

/** Time to choose "upload" once the form is prepared: a slow line needs a minute for 100 kB. */
const uploadSeconds = 600

let client: S3Client | undefined
const storage = () => (client ??= new S3Client({}))
const bucket = () => ({ Bucket: readEnv(ManagerApiEnv).LOGO_BUCKET })

const folderOf = (managerId: string) => `logos/${managerId}/`
const uploadPrefix = (managerId: string) => `${folderOf(managerId)}upload-`

export const startLogoUpload: Handler<'startLogoUpload'> = async (call) => {
  const { id } = await ownManager(call)
  const key = `${uploadPrefix(id)}${randomUUID()}`
  const { contentType } = call.body
  const { url, fields } = await createPresignedPost(storage(), {
    ...bucket(),
    Key: key,
    Fields: { 'Content-Type': contentType },
    Conditions: [
      ['content-length-range', 1, mostBytes],
      ['eq', '$Content-Type', contentType],
    ],
    Expires: uploadSeconds,
  })
  return { url, fields, key }
}

export const saveLogo: Handler<'saveLogo'> = async (call) => {
  const manager = await ownManager(call)
  const { key } = call.body
  // A key from somebody else's folder, or of a logo in use, is no upload of this manager's.
  if (!key.startsWith(uploadPrefix(manager.id))) throw invalid('Please upload the file again.')
  const file = await readUpload(key)
  const image = imageOf(file)
  if (!image) throw invalid('Please upload a JPEG or PNG image')
  if (image.width < leastWidth || image.height < leastHeight)
    throw invalid('Please use an image with minimum dimensions of 100px × 60px')
  // Named after its content: a new logo has a new address, which no cache has seen.
  const version = createHash('sha256').update(file).digest('hex').slice(0, 12)
  const logoKey = `${folderOf(manager.id)}logo-${version}.${image.type}`
  await storage().send(
    new PutObjectCommand({
      ...bucket(),
      Key: logoKey,
      Body: file,
      ContentType: image.type === 'png' ? 'image/png' : 'image/jpeg',
      CacheControl: `public, max-age=${cacheSeconds}`,
    }),
  )
  const row = await setLogo(manager.id, logoKey)
  await discard(key)
  if (manager.logoKey !== null && manager.logoKey !== logoKey) await discard(manager.logoKey)
  return toProfile(row ?? { ...manager, logoKey })
}

export const removeLogo: Handler<'removeLogo'> = async (call) => {
  const manager = await ownManager(call)
  const row = await setLogo(manager.id, null)
  if (manager.logoKey !== null) await discard(manager.logoKey)
  return toProfile(row ?? { ...manager, logoKey: null })
}

const invalid = (detail: string) => new Problem('logo_invalid', detail)

/** The bytes of an upload; the form's policy let no more in, and this reads no more. */
async function readUpload(key: string): Promise<Uint8Array> {
  try {
    const object = await storage().send(new GetObjectCommand({ ...bucket(), Key: key }))
    if ((object.ContentLength ?? 0) > mostBytes) throw invalid('File size must be less than 100KB')
    return (await object.Body?.transformToByteArray()) ?? new Uint8Array()
  } catch (error) {
    // S3 says AccessDenied for a missing object to whom may not list the bucket.
    if (error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name))
      throw invalid('Please upload the file again.')
    throw error
  }
}

/** Removes a file that nothing points to any more. It costs next to nothing if it stays. */
async function discard(key: string): Promise<void> {
  try {
    await storage().send(new DeleteObjectCommand({ ...bucket(), Key: key }))
  } catch (error) {
    log.error('A file that is not needed stays in the bucket', error)
  }
}
