/** The thread in which feeds are read that may be hostile: ended in time, and found in a bundle too. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterAll, describe, expect, test } from 'vitest'
import { openCalendarReader } from '../../../lambdas/lib/calendar-feed/killable.ts'
import { calendar, event, stay, summer, timedStay } from './given-feed.ts'

const question = { timezone: 'Europe/Berlin', window: summer }
const timed = Buffer.from(calendar(timedStay('Europe/Berlin', '20260701T160000', '20260703T110000')))

/** Thousands of endless rules: minutes of work for any reader that follows them. */
const endless = Buffer.from(
  calendar(
    ...Array.from({ length: 20_000 }, (_, i) =>
      event(
        `UID:${i}`,
        `DTSTART;TZID=Europe/Berlin:${1970 + (i % 50)}0101T${10 + (i % 12)}0000`,
        'RRULE:FREQ=DAILY',
      ),
    ),
  ),
)

describe('a reader with a thread', () => {
  test('ends a feed that takes too long, and reads the next', async () => {
    const reader = openCalendarReader(300)
    expect(await reader.read(endless, question)).toEqual({ ok: false, reason: 'too_complex' })
    const patient = openCalendarReader()
    expect(await patient.read(timed, question)).toMatchObject({
      ok: true,
      content: { blocked: [{ from: '2026-07-01', to: '2026-07-03' }] },
    })
    await Promise.all([reader.close(), patient.close()])
  })

  test('uses the same one again after an ended feed', async () => {
    const reader = openCalendarReader(3_000)
    const answers = await Promise.all([timed, endless, timed].map((feed) => reader.read(feed, question)))
    await reader.close()
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, true])
  })

  test('bounds zones of 9,000 years before they are read', async () => {
    const starts = Array.from({ length: 9_000 }, (_, i) => {
      const year = String(1000 + i).padStart(4, '0')
      return `BEGIN:STANDARD\r\nDTSTART:${year}0101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\nEND:STANDARD`
    })
    const zone = `BEGIN:VTIMEZONE\r\nTZID:Long\r\n${starts.join('\r\n')}\r\nEND:VTIMEZONE`
    const reader = openCalendarReader()
    const answer = await reader.read(
      Buffer.from(calendar(zone, timedStay('Long', '20260701T160000', '20260703T110000'))),
      question,
    )
    await reader.close()
    expect(answer).toMatchObject({
      ok: true,
      content: { blocked: [{ from: '2026-07-01', to: '2026-07-03' }] },
    })
  })

  test('needs none for a plain feed, however much of it is blank', async () => {
    const reader = openCalendarReader(1)
    const blank = Buffer.from(`${' '.repeat(2_000_000)}x`)
    expect(await reader.read(blank, question)).toEqual({ ok: false, reason: 'not_a_calendar' })
    expect(await reader.read(Buffer.from(calendar(stay('20260701', '20260703'))), question)).toMatchObject({
      ok: true,
    })
    await reader.close()
  })
})

describe('in a bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-bundle-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const lambdas = join(import.meta.dirname, '../../../lambdas')
  const bundling = {
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
    },
  } as const
  const expected = { ok: true, content: { blocked: [{ from: '2026-07-01', to: '2026-07-03' }] } }

  test('of one file the thread is found, though the bundle does other things when it starts', async () => {
    const entry = join(folder, 'entry.ts')
    writeFileSync(
      entry,
      `import { openCalendarReader } from ${JSON.stringify(join(lambdas, 'lib/calendar-feed/killable.ts'))}
       import { isMainThread } from 'node:worker_threads'
       export const handler = async () => {
         const reader = openCalendarReader()
         const feed = Buffer.from(${JSON.stringify(timed.toString())})
         const answer = await reader.read(feed, ${JSON.stringify(question)})
         await reader.close()
         return answer
       }
       if (isMainThread) console.log(JSON.stringify(await handler()))`,
    )
    await build({ ...bundling, entryPoints: { single: entry } })
    const run = spawnSync(process.execPath, [join(folder, 'single.mjs')], {
      encoding: 'utf8',
      env: { TZ: 'UTC' },
    })
    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout)).toMatchObject(expected)
  })

  test('of the check itself, in chunks, a thread reads and needs nothing of the function’s environment', async () => {
    await build({ ...bundling, splitting: true, entryPoints: { index: join(lambdas, 'check-calendars.ts') } })
    const worker = new Worker(join(folder, 'index.mjs'), {
      workerData: { task: 'read-calendar' },
      env: { TZ: 'UTC' },
    })
    worker.postMessage({ bytes: timed, question })
    const [answer] = await once(worker, 'message')
    await worker.terminate()
    expect(answer).toMatchObject(expected)
  })
})
