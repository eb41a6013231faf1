import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm test`: types and lint, then the build that `npm start` would make, then every test, and a closing line
 * `N passed, N failed`. A stage that cannot run counts as a failure: nothing is skipped silently.
 */
const root = join(import.meta.dirname, '..')
const reports = join(root, '.cache/test-reports')

type Tally = { passed: number; failed: number; skipped: number }
type Stage = { name: string; command: string[]; report?: string; count?: (report: unknown) => Tally }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const vitestReport = join(reports, 'vitest.json')
const journeysReport = join(reports, 'journeys.json')

const stages: Stage[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'build', command: ['node', '--disable-warning=ExperimentalWarning', 'local/build.ts'] },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    report: vitestReport,
    count: (report) => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as VitestReport
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
    },
  },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--config', 'tests/journeys/playwright.config.ts'],
    report: journeysReport,
    // A journey that passed only on a second try counts as failed: a flake is a fault.
    count: (report) => {
      const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats
      return { passed: expected, failed: unexpected + flaky, skipped }
    },
  },
]

function run(stage: Stage): Promise<number> {
  const [program, ...args] = stage.command as [string, ...string[]]
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path, TZ: 'UTC', JOURNEYS_REPORT: journeysReport },
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function tallyOf(stage: Stage, exitCode: number): Tally {
  const counted =
    stage.report && stage.count && existsSync(stage.report)
      ? stage.count(JSON.parse(readFileSync(stage.report, 'utf8')))
      : { passed: 0, failed: 0, skipped: 0 }
  // A stage without a report is one check; a runner that died without naming a failure still failed.
  if (!stage.count) return exitCode === 0 ? { ...counted, passed: 1 } : { ...counted, failed: 1 }
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
for (const stage of stages) {
  process.stdout.write(`\n== ${stage.name}\n`)
  const tally = tallyOf(stage, await run(stage))
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  if (tally.failed > 0) process.stdout.write(`-- ${stage.name} failed\n`)
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exitCode = total.failed === 0 ? 0 : 1
