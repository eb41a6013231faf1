import { defineConfig } from 'vitest/config'
import { routeAddresses } from './web/route-addresses.ts'

// node-ical places a date at the process's local midnight, so functions, tools and tests all run in UTC.
process.env.TZ = 'UTC'

export default defineConfig({
  plugins: [routeAddresses()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/journeys/**', '**/node_modules/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
