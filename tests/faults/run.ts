import { parseArgs } from 'node:util'
import { runStory } from './story.ts'
import type { StoryResult } from './story.ts'
import { givenWorld } from './world.ts'

/**
 * `npm run faults`: a thousand seeded stories on the real pipeline. `-- --runs N` does fewer, `-- --from N` begins
 * elsewhere, `-- --seed N` replays one alone. Prints the tally, the failing seeds, and fails with them.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
  },
})
const first = Number(values.seed ?? values.from)
const runs = values.seed === undefined ? Number(values.runs) : 1

/** One story in ten also ends the whole stack in the middle. */
const restartEvery = 10

const world = await givenWorld({ isDurable: true })
const started = performance.now()
const results: StoryResult[] = []
for (let seed = first; seed < first + runs; seed++) {
  const result = await runStory(world, seed, seed % restartEvery === 0)
  results.push(result)
  for (const sentence of result.broken) process.stdout.write(`seed ${seed}: ${sentence}\n`)
  if (runs === 1) process.stdout.write(`${JSON.stringify([...result.injected])}\n`)
  if (results.length % 50 === 0) process.stderr.write(`${results.length} of ${runs}\n`)
}
await world.close()

const injected = new Map<string, number>()
for (const result of results) {
  for (const [what, times] of result.injected) injected.set(what, (injected.get(what) ?? 0) + times)
}
const sum = (of: (result: StoryResult) => number) => results.reduce((total, result) => total + of(result), 0)
const failing = results.filter((result) => result.broken.length > 0).map((result) => result.seed)
const seconds = (performance.now() - started) / 1000
const lines = [
  `${runs} runs in ${seconds.toFixed(0)} s: ${sum((r) => r.guests)} requests to tell, ${sum((r) => r.messages)} messages`,
  ...[...injected].sort().map(([what, times]) => `  ${what}: ${times}`),
  `repeated by the documented edge: ${sum((r) => r.repeated.email)} mails, ${sum((r) => r.repeated.sms)} texts`,
  `sent back from dead-letter queues: ${sum((r) => r.redriven)}`,
  failing.length === 0 ? 'nobody missed, nobody told twice' : `failing seeds: ${failing.join(' ')}`,
]
process.stdout.write(`${lines.join('\n')}\n`)
process.exit(failing.length === 0 ? 0 : 1)
