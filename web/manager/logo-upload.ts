import type { ManagerProfile } from '../../events/api.ts'
import { profile } from '../texts/profile.ts'
import { callAsManager } from './manager-api.ts'

/** Bounds of a logo's file (product page, Validation rules). */
const mostBytes = 100 * 1024
const leastWidth = 100
const leastHeight = 60

/** Why a file is no logo, in words for the reader. `title` heads the toast where it differs from the usual. */
export class LogoRefused extends Error {
  readonly title: string | undefined
  readonly hint: string | undefined

  constructor(message: string, toast?: { title: string; hint: string }) {
    super(message)
    this.title = toast?.title
    this.hint = toast?.hint
  }
}

/**
 * Looks at a file before anything is sent.
 *
 * @throws LogoRefused when it is no JPEG or PNG, too large, too small, or no picture at all
 */
async function checkLogo(file: File): Promise<'image/jpeg' | 'image/png'> {
  const words = profile.logo
  if (file.type !== 'image/jpeg' && file.type !== 'image/png') throw new LogoRefused(words.wrongType)
  if (file.size >= mostBytes) throw new LogoRefused(words.tooLarge)
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) throw new LogoRefused(words.unreadable)
  const isSmall = picture.width < leastWidth || picture.height < leastHeight
  picture.close()
  if (isSmall) throw new LogoRefused(words.tooSmallError, { title: words.tooSmall, hint: words.tooSmallBody })
  return file.type
}

/**
 * Puts a file into the logo bucket by a form the API signed, and makes it the logo.
 *
 * @throws LogoRefused, or ApiProblem like `callAsManager`
 */
export async function uploadLogo(file: File): Promise<ManagerProfile> {
  const contentType = await checkLogo(file)
  const { url, fields, key } = await callAsManager('startLogoUpload', { body: { contentType } })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  // The bucket ignores every field after the file.
  form.set('file', file)
  const stored = await fetch(url, { method: 'POST', body: form }).catch(() => null)
  if (!stored?.ok) throw new LogoRefused(profile.logo.uploadRefused)
  return callAsManager('saveLogo', { body: { key } })
}
