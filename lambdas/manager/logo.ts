import { createHash } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import type { Handler } from '../lib/http.ts'
import { setLogo } from '../table/manager.ts'
import { imageOf } from './image-size.ts'
import { ownManager } from './own.ts'
import { toProfile } from './profile.ts'

/** Limits of a logo (product page, sections 5 and 9). */
const mostBytes = 100 * 1024
const leastWidth = 100
const leastHeight = 60

/** The storage's client is a fifth of this function, and a logo changes once a year: loaded when asked for. */
const logoFiles = () => import('./logo-files.ts')

export const startLogoUpload: Handler<'startLogoUpload'> = async (call) => {
  const { id } = await ownManager(call)
  const { prepareUpload } = await logoFiles()
  return prepareUpload(id, { contentType: call.body.contentType, mostBytes })
}

/** What an upload is worth is read from its bytes: its name and its sender may say anything. */
export const saveLogo: Handler<'saveLogo'> = async (call) => {
  const manager = await ownManager(call)
  const { isUploadOf, readUpload, storeLogo, discardFile } = await logoFiles()
  const { key } = call.body
  const file = isUploadOf(manager.id, key) ? await readUpload(key, mostBytes) : undefined
  if (!file) throw invalid('Please upload the file again.')
  const image = imageOf(file)
  if (!image) throw invalid('Please upload a JPEG or PNG image')
  if (image.width < leastWidth || image.height < leastHeight)
    throw invalid('Please use an image with minimum dimensions of 100px × 60px')

  const version = createHash('sha256').update(file).digest('hex').slice(0, 12)
  const logoKey = await storeLogo(manager.id, { file, version, type: image.type })
  const row = await setLogo(manager.id, logoKey)
  await discardFile(key)
  if (manager.logoKey !== null && manager.logoKey !== logoKey) await discardFile(manager.logoKey)
  return toProfile(row ?? { ...manager, logoKey })
}

export const removeLogo: Handler<'removeLogo'> = async (call) => {
  const manager = await ownManager(call)
  const row = await setLogo(manager.id, null)
  const { discardFile } = await logoFiles()
  if (manager.logoKey !== null) await discardFile(manager.logoKey)
  return toProfile(row ?? { ...manager, logoKey: null })
}

const invalid = (detail: string) => new Problem('logo_invalid', detail)
