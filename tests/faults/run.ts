import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '../../local/build.ts'
import { runStory } from './story.ts'
import type { StoryResult } from './story.ts'
import { givenWorld } from './world.ts'

/**
 * `npm run faults`: a thousand seeded stories on the real pipeline, shared out among the machine's cores.
 * `-- --runs N` does fewer, `-- --from N` begins elsewhere, `-- --seed N` replays one alone. Prints the tally and
 * the failing seeds, and fails with them.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    /** Set for the processes that do the work: results as JSON lines. */
    worker: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed ?? values.from)
const runs = values.seed === undefined ? Number(values.runs) : 1

/** One story in ten also ends the whole stack in the middle. */
const restartEvery = 10

/** A process is replaced after this many stories: its table and its sandboxes only ever grow. */
const storiesPerProcess = 50

if (values.worker) await tellStories()
else process.exitCode = await shareOut()

async function tellStories(): Promise<void> {
  const world = await givenWorld({ isDurable: true })
  for (let seed = first; seed < first + runs; seed++) {
    const result = await runStory(world, seed, seed % restartEvery === 0)
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
  await world.close()
}

async function shareOut(): Promise<number> {
  if (process.env['ASSEMBLY'] === undefined)
    await buildWhatIsStale((text) => process.stderr.write(`${text}\n`))
  const started = performance.now()
  const results: StoryResult[] = []
  const broken: string[] = []
  const ranges = Array.from({ length: Math.ceil(runs / storiesPerProcess) }, (_, i) => ({
    from: first + i * storiesPerProcess,
    count: Math.min(storiesPerProcess, runs - i * storiesPerProcess),
  }))
  const take = async () => {
    for (let range = ranges.shift(); range; range = ranges.shift()) {
      const told = await runProcess(range, (result) => {
        results.push(result)
        for (const sentence of result.broken) process.stdout.write(`seed ${result.seed}: ${sentence}\n`)
        if (results.length % 50 === 0) process.stderr.write(`${results.length} of ${runs}\n`)
      })
      if (told < range.count) broken.push(`a process ended in the middle of seed ${range.from + told}`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.processes) }, take))
  for (const sentence of broken) process.stdout.write(`${sentence}\n`)
  return printTally(results, (performance.now() - started) / 1000) + broken.length > 0 ? 1 : 0
}

/** Tells a range of stories in a process of their own; how many it came to tell. */
async function runProcess(
  range: { from: number; count: number },
  take: (result: StoryResult) => void,
): Promise<number> {
  const args = [...process.execArgv, import.meta.filename, '--worker']
  const child = spawn(
    process.execPath,
    [...args, '--from', String(range.from), '--runs', String(range.count)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let told = 0
  for await (const line of createInterface(child.stdout)) {
    told++
    take(JSON.parse(line) as StoryResult)
  }
  return told
}

/** Prints what was done and what came of it; the number of failing seeds. */
function printTally(results: readonly StoryResult[], seconds: number): number {
  const injected = new Map<string, number>()
  for (const [what, times] of results.flatMap((result) => Object.entries(result.injected))) {
    injected.set(what, (injected.get(what) ?? 0) + times)
  }
  const sum = (of: (result: StoryResult) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  const failing = results.filter((result) => result.broken.length > 0).map((result) => result.seed)
  const lines = [
    `${results.length} runs in ${seconds.toFixed(0)} s: ${sum((r) => r.guests)} requests to tell, ` +
      `${sum((r) => r.messages)} messages`,
    ...[...injected].sort().map(([what, times]) => `  ${what}: ${times}`),
    `repeated by the documented edge: ${sum((r) => r.repeated.email)} mails, ${sum((r) => r.repeated.sms)} texts`,
    `sent back from dead-letter queues: ${sum((r) => r.redriven)}`,
    failing.length === 0
      ? 'nobody missed, nobody told twice'
      : `failing seeds: ${failing.toSorted((a, b) => a - b).join(' ')}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return failing.length
}
