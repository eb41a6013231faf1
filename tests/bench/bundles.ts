import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const assembly = join(import.meta.dirname, '../../cdk.out')

/**
 * What a function may weigh and how long it may take to load, so that a first call is answered in a blink.
 */
const budget = { kilobytes: 500, coldImportMs: 110 }

/** Odd, so that the median is a measured value. */
const runs = 7

type Bundle = { name: string; file: string; variables: string[] }

type Template = {
  Resources: Record<
    string,
    {
      Type: string
      Properties?: {
        Runtime?: string
        Code?: { S3Key?: string }
        Environment?: { Variables: Record<string, unknown> }
      }
    }
  >
}

/**
 * Prints what each function of `cdk.out` loads on a cold start and how long that takes, and marks what is
 * over the budget. The time is the module's own: process start is left out, and every run is a fresh process.
 *
 * @throws an Error when there is no synthesized stack
 */
export function bench(): void {
  console.log(
    `bundles: budget ${budget.kilobytes} kB, ${budget.coldImportMs} ms; median of ${runs} cold imports`,
  )
  for (const bundle of bundles()) {
    const kilobytes = loadedAtOnce(bundle.file) / 1000
    const coldImportMs = median(Array.from({ length: runs }, () => importCold(bundle)))
    const over = kilobytes > budget.kilobytes || coldImportMs > budget.coldImportMs
    console.log(
      `  ${bundle.name.padEnd(18)}${kilobytes.toFixed(0).padStart(6)} kB${coldImportMs.toFixed(0).padStart(6)} ms` +
        (over ? '  over budget' : ''),
    )
  }
}

function bundles(): Bundle[] {
  const file = join(assembly, 'Waitlist.template.json')
  if (!existsSync(file)) throw new Error('There is no synthesized stack: run `npx cdk synth -q` first')
  const { Resources } = JSON.parse(readFileSync(file, 'utf8')) as Template
  return Object.values(Resources).flatMap(({ Type, Properties }) => {
    const variables = Properties?.Environment?.Variables ?? {}
    const name = variables['POWERTOOLS_SERVICE_NAME']
    if (Type !== 'AWS::Lambda::Function' || typeof name !== 'string') return []
    const directory = `asset.${Properties?.Code?.S3Key?.replace('.zip', '')}`
    return [{ name, file: join(assembly, directory, 'index.mjs'), variables: Object.keys(variables) }]
  })
}

/**
 * Bytes of a module and of everything that it imports statically; lazy parts are not loaded on a cold start.
 */
function loadedAtOnce(file: string, seen = new Set<string>()): number {
  if (seen.has(file)) return 0
  seen.add(file)
  const code = readFileSync(file, 'utf8')
  const imported = [...code.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)].map(([, path]) =>
    join(dirname(file), path!),
  )
  return imported.reduce((bytes, path) => bytes + loadedAtOnce(path, seen), Buffer.byteLength(code))
}

function importCold({ file, variables }: Bundle): number {
  const script = `
    const before = performance.now()
    await import(${JSON.stringify(pathToFileURL(file).href)})
    process.stdout.write(String(performance.now() - before))
    process.exit()`
  const environment = Object.fromEntries(variables.map((variable) => [variable, 'http://localhost']))
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, TZ: 'UTC', AWS_REGION: 'us-east-1', POWERTOOLS_DEV: 'false' },
    encoding: 'utf8',
  })
  return Number(output)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
