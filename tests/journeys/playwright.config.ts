import { defineConfig } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

const executablePath = await chromiumPath()
const report = process.env['JOURNEYS_REPORT']

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.journey.ts',
  outputDir: '../../.cache/journeys',
  // Each worker boots a stack of its own; two fit a machine with two cores.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    // Chromium refuses its sandbox to root, which is who builds run as in many containers.
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Lisbon',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
