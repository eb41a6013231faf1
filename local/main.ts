import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from './build.ts'
import { openDataDirectory } from './data-directory.ts'
import type { LogLine } from './functions/pool.ts'
import { bootStack } from './stack.ts'
import type { Stack } from './stack.ts'
import { StartupError } from './startup-error.ts'

/** `npm start`: the whole product on this machine. */

// Calendars are read at the process's midnight, so everything runs in UTC, as on AWS.
process.env.TZ = 'UTC'

const root = join(import.meta.dirname, '..')
const dataDir = resolve(process.env['LOCAL_DATA'] ?? join(root, '.local'))
const data = openDataDirectory(dataDir)

try {
  await start()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const { fresh, empty } = readArguments()
  const port = readPort(process.env['PORT'] ?? '3000')
  await buildWhatIsStale((text) => process.stdout.write(`${text}\n`))
  const beginsAnew = fresh || data.isHalfSeeded()
  const isToSeed = (beginsAnew || data.isEmpty()) && !empty
  const stack = await boot(port, () => {
    if (beginsAnew) data.clear()
    if (isToSeed) data.beginSeeding()
  })
  closeOnSignal(stack)
  if (isToSeed) await seed(stack)
  process.stdout.write(`ready ${stack.url}\n`)
}

function readArguments(): { fresh: boolean; empty: boolean } {
  try {
    const { values } = parseArgs({
      options: { fresh: { type: 'boolean', default: false }, empty: { type: 'boolean', default: false } },
    })
    return values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`${reason}\nUsage: npm start -- [--fresh] [--empty]`)
  }
}

/** 0 takes any free port; the ready line names it. */
function readPort(text: string): number {
  const port = Number(text)
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new StartupError(`PORT=${text} is not a port number.`)
}

async function boot(port: number, beforeData: () => void): Promise<Stack> {
  return bootStack({
    assembly: join(root, 'cdk.out'),
    dataDir,
    port,
    beforeData,
    onLine: writeLog(),
  })
}

/** Functions' lines go to a file that begins anew with the first of them; failures are also shown at once. */
function writeLog(): (line: LogLine) => void {
  let file: WriteStream | undefined
  return ({ functionName, requestId, text }) => {
    file ??= createWriteStream(join(dataDir, 'functions.log'))
    file.write(`${functionName} ${requestId} ${text}`)
    if (text.startsWith('invocation failed')) process.stderr.write(`${functionName}: ${text}`)
  }
}

async function seed(stack: Stack): Promise<void> {
  try {
    // Only a first start pays for loading what signs the demo manager up.
    const { seedDemo } = await import('./demo/seed.ts')
    await seedDemo(stack)
  } catch (error) {
    await stack.close()
    throw new StartupError(
      `The demo could not be put in place (${String(error)}). The next start tries again; ` +
        '`npm start -- --empty` does without. What the functions said is in ' +
        join(dataDir, 'functions.log'),
    )
  }
  data.endSeeding()
}

function closeOnSignal(stack: Stack): void {
  const end = () => {
    stack.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
