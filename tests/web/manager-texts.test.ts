import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../../web/', import.meta.url).pathname
const sources = globSync([`${web}manager/*.{ts,tsx}`, `${web}auth/*.{ts,tsx}`])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Groups whose words are chosen by a computed key. */
const chosen = ['deliveryIssue', 'health', 'heldReason', 'openingState', 'channel', 'result', 'statuses']

function lastKeys(catalogue: object): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' && !chosen.includes(key) ? lastKeys(value as object) : [key],
  )
}

// The screens shorten paths (`const words = auth.reset`), so the last key is what can be looked for.
test.each(['auth', 'manager', 'dashboard', 'properties', 'notifications', 'profile'])(
  'every text of the catalogue "%s" is shown somewhere',
  async (name) => {
    const catalogue = ((await import(`../../web/texts/en/${name}.ts`)) as Record<string, object>)[name] ?? {}
    expect(lastKeys(catalogue).filter((key) => !new RegExp(`\\.${key}\\b`).test(sources))).toEqual([])
  },
)
