import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

interface Chunk {
  file: string
  imports?: string[]
}

const out = mkdtempSync(join(tmpdir(), 'web-bundle-'))
const modulesOf = new Map<string, string[]>()
let manifest: Record<string, Chunk>

beforeAll(async () => {
  // Under a test's own setting React would come as its development build, twice the size.
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    configFile: resolve(import.meta.dirname, '../../vite.config.ts'),
    logLevel: 'error',
    build: { outDir: out },
    plugins: [
      {
        name: 'list-modules',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle))
            if (chunk.type === 'chunk') modulesOf.set(chunk.fileName, chunk.moduleIds)
        },
      },
    ],
  })
  manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'))
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(out, { recursive: true })
})

/** The files that a screen needs before it can be seen: its own, the app's, and all that they import. */
function filesOf(...screens: string[]): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest`)
    if (seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(visit)
  }
  for (const screen of ['index.html', ...screens]) visit(screen)
  return [...seen].map((key) => manifest[key]?.file ?? '')
}

const inCompany = 'guest/company-pages.tsx'
const guestScreens = [
  ['guest/property-list-page.tsx', inCompany],
  ['guest/landing-page.tsx', inCompany],
  ['guest/dates-page.tsx', inCompany],
  ['guest/join-page.tsx', inCompany],
  ['guest/confirmation-page.tsx', inCompany],
  ['guest/company-waitlist-page.tsx', inCompany],
  ['guest/look-up-page.tsx'],
  ['guest/entry-page.tsx'],
]

test.each(guestScreens)('%s carries neither sign-in nor a schema library', (...screens) => {
  const modules = filesOf(...screens).flatMap((file) => modulesOf.get(file) ?? [])
  expect(modules.length).toBeGreaterThan(20)
  expect(
    modules.filter((id) => /aws-amplify|web\/manager\/|web\/auth\.ts|node_modules\/zod\//.test(id)),
  ).toEqual([])
})

test.each(guestScreens)('%s is there after at most 120 KB of script', (...screens) => {
  // React and the router alone are 80; a page that passes this has let something in that belongs elsewhere.
  const bytes = filesOf(...screens).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(out, file))).length,
    0,
  )
  expect(bytes / 1024).toBeLessThan(120)
})
