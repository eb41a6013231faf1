import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'

/** What keeps the bundles small: leaves out what a function never reaches. */
export const slimming = (): Plugin[] => [unreachedImports, droppableSchemas, noFileTypes]

/**
 * What the SDK imports lazily is never reached in a function: credentials other than those of the
 * environment, names of browsers, event streams. Left out, a bundle is a third smaller: besides their own
 * size they keep the bundler from dropping what else they share.
 */
const unreachedImports: Plugin = {
  name: 'unreached-imports',
  setup(bundler) {
    bundler.onResolve({ filter: /^(@(aws-sdk|smithy)\/|bowser$)/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/**
 * The SDK describes every operation of a service in objects with computed keys (`[_h]: …` with `_h =
 * "http"`), which no bundler dares to drop. With the keys written out, only the operations in use stay: 40 kB
 * less with S3.
 */
const droppableSchemas: Plugin = {
  name: 'droppable-schemas',
  setup(bundler) {
    const filter = /@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_\d+\.js$/
    bundler.onLoad({ filter }, async ({ path }) => ({ contents: writeKeysOut(await readFile(path, 'utf8')) }))
  },
}

function writeKeysOut(source: string): string {
  const constants = new Map(
    [...source.matchAll(/^const (_\w+) = ("\w+");$/gm)].map(([, name, text]) => [name, text] as const),
  )
  return source.replace(/\[(_\w+)\]:/g, (key, name: string) => {
    const text = constants.get(name)
    return text ? `${text}:` : key
  })
}

/** The mailer's table of a thousand file types is for attachments, which no mail here has: 75 kB. */
const noFileTypes: Plugin = {
  name: 'no-file-types',
  setup(bundler) {
    bundler.onLoad({ filter: /nodemailer\/dist\/esm\/mime-funcs\/mime-types\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/new Map\(\[[^]*?^\]\)/gm, 'new Map()'),
    }))
  },
}
