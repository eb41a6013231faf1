import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const contract = resolve(import.meta.dirname, 'events/api.ts')

/**
 * Serves `virtual:route-addresses`: method, path and access of every route in `events/api.ts`, without its
 * schemas. The browser needs the addresses at run time and the shapes only as types, so no guest page carries zod.
 */
function routeAddresses(): Plugin {
  const id = 'virtual:route-addresses'
  return {
    name: 'route-addresses',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return
      this.addWatchFile(contract)
      // The query makes a dev server read the table anew after an edit; Node caches modules by address.
      const { routes } = await import(
        `${pathToFileURL(contract).href}?v=${hash(readFileSync(contract, 'utf8'))}`
      )
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

/** A short fingerprint of a text; only needs to differ when the text does. */
function hash(text: string): string {
  let value = 0
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) | 0
  return value.toString(36)
}

/** Asks for the two latin font files with the page itself, so that titles rarely change face in front of the reader. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /(figtree|fraunces)-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          })),
    },
  }
}

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  // web/public holds the public screens; files served as they are live here.
  publicDir: resolve(import.meta.dirname, 'web/static'),
  plugins: [react(), tailwindcss(), routeAddresses(), preloadFonts()],
  build: {
    outDir: resolve(import.meta.dirname, 'web/dist'),
    emptyOutDir: true,
    manifest: true,
    // A schema is built by calls without effects: where only a module's other parts are used, it stays behind.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
    // Fonts stay files: inlined they would block the first paint instead of swapping in.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
})
