import type { ServiceResponse } from '../service.ts'
import type { Bucket } from './store.ts'
import { textsOf, toXml } from './xml.ts'

/** As many keys as one page may hold. */
const maxPage = 1000

/** ListObjectsV2. A continuation token is the last key of the page before it. */
export const listObjects = (name: string, bucket: Bucket, query: URLSearchParams): ServiceResponse => {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const size = Math.min(Number(query.get('max-keys') ?? maxPage), maxPage)
  const folderOf = (key: string): string | undefined => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    return end < 0 ? undefined : key.slice(0, end + delimiter.length)
  }
  // A folder stands for all keys in it, and a page that ended with it leaves all of them behind.
  const entries = bucket
    .list()
    .filter(({ key }) => key.startsWith(prefix))
    .map((info) => ({ info, folder: folderOf(info.key) }))
    .filter(({ folder }, index, all) => folder === undefined || folder !== all[index - 1]?.folder)
    .filter(({ info, folder }) => (folder ?? info.key) > after)
  const page = entries.slice(0, size)
  const last = page.at(-1)
  const truncated = entries.length > page.length
  const objects = page.filter(({ folder }) => folder === undefined)
  return xml(
    toXml('ListBucketResult', {
      Name: name,
      Prefix: prefix,
      Delimiter: delimiter || undefined,
      KeyCount: page.length,
      MaxKeys: size,
      IsTruncated: truncated,
      NextContinuationToken: truncated && last ? (last.folder ?? last.info.key) : undefined,
      Contents: objects.map(({ info }) => ({
        Key: info.key,
        LastModified: info.modifiedAt,
        ETag: info.etag,
        Size: info.size,
        StorageClass: 'STANDARD',
      })),
      CommonPrefixes: page.flatMap(({ folder }) => (folder === undefined ? [] : [{ Prefix: folder }])),
    }),
  )
}

/** DeleteObjects: a key that is not there counts as deleted. */
export const deleteObjects = (bucket: Bucket, request: string): ServiceResponse => {
  const keys = textsOf(request, 'Key')
  for (const key of keys) bucket.remove(key)
  const quiet = textsOf(request, 'Quiet')[0] === 'true'
  return xml(toXml('DeleteResult', { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) }))
}

const xml = (body: string): ServiceResponse => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body,
})
