import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { ManagerApiEnv, readEnv } from '../lib/env.ts'
import { log } from '../lib/log.ts'

/** A logo never changes at its address, but a removed one should be gone from caches within the hour. */
const cacheSeconds = 3600

/** Time to choose "upload" once the form is prepared: a slow line needs a minute for 100 kB. */
const uploadSeconds = 600

const storage = new S3Client({})
const bucket = () => ({ Bucket: readEnv(ManagerApiEnv).LOGO_BUCKET })

const folderOf = (managerId: string) => `logos/${managerId}/`
const uploadPrefix = (managerId: string) => `${folderOf(managerId)}upload-`

/** Whether a key names an upload of this manager: not somebody else's file, nor a logo in use. */
export function isUploadOf(managerId: string, key: string): boolean {
  return key.startsWith(uploadPrefix(managerId))
}

/** A form that lets a browser post one file of this type and size, and nothing else, into the manager's folder. */
export async function prepareUpload(
  managerId: string,
  file: { contentType: string; mostBytes: number },
): Promise<{ url: string; fields: Record<string, string>; key: string }> {
  const key = `${uploadPrefix(managerId)}${randomUUID()}`
  const { url, fields } = await createPresignedPost(storage, {
    ...bucket(),
    Key: key,
    Fields: { 'Content-Type': file.contentType },
    Conditions: [
      ['content-length-range', 1, file.mostBytes],
      ['eq', '$Content-Type', file.contentType],
    ],
    Expires: uploadSeconds,
  })
  return { url, fields, key }
}

/** The bytes of an upload; undefined when there is none, or it is larger than the form would have let in. */
export async function readUpload(key: string, mostBytes: number): Promise<Uint8Array | undefined> {
  try {
    const object = await storage.send(new GetObjectCommand({ ...bucket(), Key: key }))
    return (object.ContentLength ?? 0) > mostBytes ? undefined : await object.Body?.transformToByteArray()
  } catch (error) {
    // S3 says AccessDenied for a missing object to whom may not list the bucket.
    if (error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name)) return undefined
    throw error
  }
}

/** Stores a logo under a name of its content, so that a new one has an address that no cache has seen. */
export async function storeLogo(
  managerId: string,
  logo: { file: Uint8Array; version: string; type: 'png' | 'jpg' },
): Promise<string> {
  const key = `${folderOf(managerId)}logo-${logo.version}.${logo.type}`
  await storage.send(
    new PutObjectCommand({
      ...bucket(),
      Key: key,
      Body: logo.file,
      ContentType: logo.type === 'png' ? 'image/png' : 'image/jpeg',
      CacheControl: `public, max-age=${cacheSeconds}`,
    }),
  )
  return key
}

/** Removes a file that nothing points to any more. It costs next to nothing if it stays. */
export async function discardFile(key: string): Promise<void> {
  try {
    await storage.send(new DeleteObjectCommand({ ...bucket(), Key: key }))
  } catch (error) {
    log.error('A file that is not needed stays in the bucket', error)
  }
}
