import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { routeAddresses } from './web/route-addresses.ts'

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

/**
 * Schemas are built by calls without effects: where only a module's other parts are used, they stay behind. The
 * bundler can be told so by a name alone, and `z` is also a variable of libraries whose calls do have effects (the
 * sign-in's big numbers among them), so our own modules get a name that nobody else has.
 */
function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(domain|events)\/[\w-]+\.ts$/ },
      handler: (code) => code.replaceAll(/\bz\b(?=\s*\.|\sfrom\s)/g, schemaBuilder),
    },
  }
}
const schemaBuilder = 'waitlistSchemaBuilder'

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  // web/public holds the public screens; files served as they are live here.
  publicDir: resolve(import.meta.dirname, 'web/static'),
  plugins: [pureSchemas(), react(), tailwindcss(), routeAddresses(), preloadFonts()],
  build: {
    outDir: resolve(import.meta.dirname, 'web/dist'),
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: { treeshake: { manualPureFunctions: [schemaBuilder] } },
    // Fonts stay files: inlined they would block the first paint instead of swapping in.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
})
