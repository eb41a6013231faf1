import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../../web/', import.meta.url).pathname
const sources = globSync(`${web}**/*.{ts,tsx}`)
  .filter((file) => !file.includes('/texts/') && !file.includes('/dist/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The last key of every text in a catalogue, with the path that leads to it. */
function leaves(catalogue: object, path: string[] = []): string[][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value as object, [...path, key]) : [[...path, key]],
  )
}

// Missing texts are compile errors; texts that nobody shows any more are found here.
test.each(['shared', 'guest', 'open'])(
  'every text of the catalogue "%s" is shown somewhere',
  async (name) => {
    const catalogue = ((await import(`../../web/texts/en/${name}.ts`)) as Record<string, object>)[name] ?? {}
    const isShown = (path: string[]) =>
      sources.includes([name, ...path].join('.')) ||
      // Chosen by a computed last key, like the words for a night's state.
      sources.includes(`${[name, ...path.slice(0, -1)].join('.')}[`)
    expect(
      leaves(catalogue)
        .filter((path) => !isShown(path))
        .map((path) => path.join('.')),
    ).toEqual([])
  },
)
