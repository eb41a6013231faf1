import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const contract = resolve(import.meta.dirname, '../events/api.ts')

/**
 * Build step: serves `virtual:route-addresses`, which is method, path and access of every route in
 * `events/api.ts` without its schemas. The browser needs the addresses at run time and the shapes only as types,
 * so that no page carries schemas which the API checks anyway.
 */
export function routeAddresses(): Plugin {
  const id = 'virtual:route-addresses'
  return {
    name: 'route-addresses',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return
      this.addWatchFile(contract)
      // The query makes a dev server read the table anew after an edit; Node caches modules by address.
      const version = createHash('sha1').update(readFileSync(contract)).digest('hex')
      const { routes } = await import(/* @vite-ignore */ `${pathToFileURL(contract).href}?v=${version}`)
      const addresses = Object.fromEntries(
        Object.entries<{ method: string; path: string; access: string }>(routes).map(([name, route]) => [
          name,
          { method: route.method, path: route.path, access: route.access },
        ]),
      )
      return `export const addresses = ${JSON.stringify(addresses)}`
    },
  }
}
