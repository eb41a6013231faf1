import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../.cache/chromium')

/**
 * A Chromium that comes with `npm ci`, so that a fresh machine needs no browser of its own: unpacked once into
 * `.cache/chromium`. The package is made for a function's runtime: it picks its libraries by
 * AWS_LAMBDA_JS_RUNTIME while it is imported, unpacks into TMPDIR, and its font list names that runtime's
 * folders, so all three are set here.
 */
export async function chromiumPath(): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const before = {
    TMPDIR: process.env['TMPDIR'],
    AWS_LAMBDA_JS_RUNTIME: process.env['AWS_LAMBDA_JS_RUNTIME'],
  }
  Object.assign(process.env, { TMPDIR: cache, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const path = await chromium.executablePath()
    writeFileSync(
      join(cache, 'fonts/fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
        `<dir>${cache}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${cache}/fontcache</cachedir></fontconfig>`,
    )
    return path
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
