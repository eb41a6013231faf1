import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The console page: an entry of its own, so that nothing of it reaches the product's bundle. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/local/',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    // Fonts stay files, as in the product: inlined they would block the first paint.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
})
