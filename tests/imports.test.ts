import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * What files of a folder may import of this project's other folders. The local stack never imports what it
 * runs: it loads the functions that the template names. Its console is a page made of the site's own parts.
 */
const allowed: Record<string, string[]> = {
  domain: [],
  events: ['domain'],
  lambdas: ['domain', 'events'],
  infra: ['domain', 'events', 'lambdas/table/keys.ts'],
  web: ['domain', 'events'],
  local: ['domain', 'events', 'infra'],
  'local/console': ['domain', 'events', 'local', 'web/ui', 'web/texts'],
}

/** What may come from packages, where a folder is choosy: pure rules take no SDK and no Node. */
const packages: Record<string, RegExp> = {
  domain: /^(zod\/mini|temporal-polyfill(\/.*)?|libphonenumber-js(\/.*)?)$/,
  events: /^zod\/mini$/,
}

type Import = { file: string; target: string }

/** Every import and re-export of a folder's files, dynamic ones included. */
function importsOf(folder: string): Import[] {
  const apart = Object.keys(allowed).filter((other) => other.startsWith(`${folder}/`))
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
    .filter((file) => !apart.some((other) => isWithin(file, other)))
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const found = code.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'/g,
    )
    return [...found].map((match) => ({ file, target: (match[1] ?? match[2] ?? match[3])! }))
  })
}

/** Path of a relative import from the project's root. */
const targetOf = ({ file, target }: Import) => relative(root, join(root, dirname(file), target))

describe.each(Object.keys(allowed))('%s', (folder) => {
  const imports = importsOf(folder)
  const own = imports.filter(({ target }) => target.startsWith('.'))

  test('is found', () => {
    expect(imports.length).toBeGreaterThan(0)
  })

  test('imports only the folders below it', () => {
    const mayReach = [folder, ...allowed[folder]!]
    const wrong = own
      .map((one) => `${one.file} -> ${targetOf(one)}`)
      .filter((line) => !mayReach.some((target) => isWithin(line.split(' -> ')[1]!, target)))
    expect(wrong).toEqual([])
  })

  test('names files with their endings', () => {
    expect(own.filter(({ target }) => !/\.(tsx?|css|json|svg)$/.test(target))).toEqual([])
  })

  test('takes only the packages it may', () => {
    const may = packages[folder]
    const foreign = imports.filter(({ target }) => !target.startsWith('.'))
    expect(may ? foreign.filter(({ target }) => !may.test(target)) : []).toEqual([])
  })
})

function isWithin(path: string, target: string): boolean {
  return target.endsWith('.ts') ? path === target : path.startsWith(`${target}/`)
}

describe('lambdas', () => {
  const imports = importsOf('lambdas').filter(({ target }) => target.startsWith('.'))

  test('manager and guest never import each other', () => {
    const between = (from: string, to: string) =>
      imports.filter(
        (one) => one.file.startsWith(`lambdas/${from}/`) && targetOf(one).startsWith(`lambdas/${to}/`),
      )
    expect(between('manager', 'guest')).toEqual([])
    expect(between('guest', 'manager')).toEqual([])
  })

  test('nothing imports an entry', () => {
    expect(imports.filter((one) => /^lambdas\/[^/]+\.ts$/.test(targetOf(one)))).toEqual([])
  })

  test('the environment is read in one file', () => {
    const readers = globSync('lambdas/**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('process.env'),
    )
    expect(readers).toEqual(['lambdas/lib/env.ts'])
  })

  test('keys are spelled in one file', () => {
    const spellers = globSync('lambdas/**/*.ts', { cwd: root })
      .filter((file) => file !== 'lambdas/table/keys.ts')
      .filter((file) => /[`'"][A-Z]+#/.test(readFileSync(join(root, file), 'utf8')))
    expect(spellers).toEqual([])
  })
})
