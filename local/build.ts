import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { whileAlone } from './build-lock.ts'
import { StartupError } from './startup-error.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')

type Product = {
  name: string
  /** What must be there for the product to count as built. */
  output: string
  /** Patterns of everything that it is made from. */
  sources: string[]
  command: [string, ...string[]]
}

const shared = ['package-lock.json', 'domain/**', 'events/**']

const site: Product = {
  name: 'site',
  output: 'web/dist/index.html',
  sources: [...shared, 'vite.config.ts', 'web/**'],
  command: ['vite', 'build', '--logLevel', 'error'],
}

const consolePage: Product = {
  name: 'console',
  output: 'local/console/dist/index.html',
  // It borrows parts, texts and styles of the product's own pages.
  sources: [...shared, 'local/console/**', 'local/demo/**', 'web/**'],
  command: ['vite', 'build', '--config', 'local/console/vite.config.ts', '--logLevel', 'error'],
}

const template: Product = {
  name: 'template',
  output: 'cdk.out/manifest.json',
  // The template carries the site's files, so a new site is a new template.
  sources: [...shared, 'cdk.json', 'infra/**', 'lambdas/**', 'web/dist/**'],
  command: ['cdk', 'synth', '--quiet'],
}

/**
 * Builds what is missing or older than its sources: the site, the console page and the template. Ages are
 * told by content, so a fresh checkout of the same files builds nothing anew.
 * @throws StartupError with the tool's own words when a build fails
 */
export async function buildWhatIsStale(tell: (text: string) => void): Promise<void> {
  await whileAlone(join(root, '.cache/building.lock'), async () => {
    await Promise.all([site, consolePage].map((product) => build(product, tell)))
    await build(template, tell)
  })
}

async function build(product: Product, tell: (text: string) => void): Promise<void> {
  const stamp = join(root, '.cache', `built-${product.name}`)
  const fingerprint = fingerprintOf(product.sources)
  const built = existsSync(join(root, product.output)) && existsSync(stamp)
  if (built && readFileSync(stamp, 'utf8') === fingerprint) return
  tell(`building the ${product.name} …`)
  await run(product)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

function fingerprintOf(patterns: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => patterns.includes('web/dist/**') || !file.includes('/dist/'))
    .toSorted()
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function run({ name, command: [tool, ...given] }: Product): Promise<void> {
  const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` }
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, tool), given, { cwd: root, env: environment })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      const words = Buffer.concat(output).toString('utf8').trim()
      reject(new StartupError(`The ${name} could not be built (${tool} ended with ${code}):\n${words}`))
    })
  })
}

// Run by itself (`npm test` does), it only builds.
if (import.meta.main) {
  try {
    await buildWhatIsStale((text) => process.stdout.write(`${text}\n`))
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
