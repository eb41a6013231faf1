import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '../../events/samples')

/** Names of all samples, `<trigger>.<case>`. */
export const sampleNames: readonly string[] = readdirSync(directory)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))

/** A payload as the service that fires the trigger sends it. */
export function readSample(name: string): unknown {
  return JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'))
}
