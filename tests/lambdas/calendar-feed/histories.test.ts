/**
 * Recorded histories of live listings, replayed and held against an oracle that only knows sets of nights. They
 * are not part of the project: where the folder does not stand beside the checkout, the reason is printed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { addNights, countNights, listNights, rangesOfNights } from '../../../domain/nights.ts'
import type { NightRange } from '../../../domain/nights.ts'
import { readThoroughly } from '../../../lambdas/lib/calendar-feed/read-calendar.ts'
import { readRecord, startReplay } from '../../../lambdas/lib/calendar-feed/replay.ts'
import type { Happening, RecordedReading } from '../../../lambdas/lib/calendar-feed/replay.ts'

const folder = join(import.meta.dirname, '../../../../shared/feeds/history')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('.jsonl')) : []

const reader = { read: readThoroughly, close: () => Promise.resolve() }

if (files.length === 0) {
  console.info(`Recorded histories are not replayed: there is no folder ${folder}`)
  test('without recorded histories there is nothing to replay', () => expect(files).toEqual([]))
}

describe.each(files)('the history %s', (name) => {
  const records = readHistory(join(folder, name))
  const shown = records.map(({ body }) => takenNights(body))

  test('tells every opening that stayed open, at the first reading that can confirm it', async () => {
    const told = await openingsTold(records)
    const missed = expectedOpenings(records, shown).filter(
      ({ at, nights }) =>
        !told.some((one) => one.at === at && one.from! <= nights.from && nights.to <= one.to!),
    )
    expect(missed).toEqual([])
  })

  test('tells no night that was not taken before, and free at two readings ten minutes apart', async () => {
    for (const { at, from, to } of await openingsTold(records)) {
      const index = records.findIndex((record) => record.at === at)
      for (const night of listNights([{ from: from!, to: to! }])) {
        const lastTaken = shown.slice(0, index + 1).findLastIndex((nights) => nights.has(night))
        const freeSince = records[lastTaken + 1]?.at ?? at
        expect(lastTaken, `${night} told at ${at}`).toBeGreaterThanOrEqual(0)
        expect(Date.parse(at) - Date.parse(freeSince)).toBeGreaterThanOrEqual(10 * 60_000)
      }
    }
  })

  test('fails no reading, for all of them are whole', async () => {
    const happened = await replayed(records)
    expect(happened.filter((one) => one.kind === 'failed')).toEqual([])
  })

  test('is the same told when a failed answer comes between any two', async () => {
    const faults = ['', '{"code":500}', '<html></html>', 'BEGIN:VCALENDAR\r\n']
    const broken = records.flatMap((record, i): RecordedReading[] => {
      const between = new Date(Date.parse(record.at) - 60_000).toISOString()
      return i % 3 === 1 ? [{ at: between, body: faults[i % 4]! }, record] : [record]
    })
    const withFaults = await openingsTold(broken)
    expect(withFaults).toEqual(await openingsTold(records))
  })
})

function readHistory(path: string): RecordedReading[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const record = readRecord(line)
      if ('fault' in record) throw new Error(`${path}: ${record.fault}`)
      return record
    })
}

async function replayed(records: RecordedReading[]): Promise<Happening[]> {
  const take = startReplay('Europe/Berlin', reader)
  const happened: Happening[] = []
  for (const record of records) happened.push(...(await take(record)))
  return happened
}

async function openingsTold(records: RecordedReading[]): Promise<Happening[]> {
  return (await replayed(records)).filter((one) => one.kind === 'opening' || one.kind === 'season')
}

/** Every night between the two dates of every event, by looking at nothing but these lines. */
function takenNights(body: string): Set<string> {
  const dates = [...body.matchAll(/DT(?:START|END);VALUE=DATE:(\d{4})(\d{2})(\d{2})/g)].map((match) =>
    match.slice(1, 4).join('-'),
  )
  const nights = new Set<string>()
  for (let i = 0; i + 1 < dates.length; i += 2) {
    for (let night = dates[i]!; night < dates[i + 1]!; night = addNights(night, 1)) nights.add(night)
  }
  return nights
}

/**
 * Runs of two to 21 nights that were taken at one reading, free at the next, and free at the one that can confirm
 * them: ten minutes later, or two hours where D3.3 holds the drop.
 */
function expectedOpenings(
  records: RecordedReading[],
  shown: Set<string>[],
): { at: string; nights: NightRange }[] {
  return shown.flatMap((taken, i) => {
    const at = records[i]!.at
    const before = shown[i - 1] ?? taken
    const freed = rangesOfNights([...before].filter((night) => !taken.has(night) && night >= at.slice(0, 10)))
    const isHeld = freed.length >= 3 || countNights(freed) > 30 || taken.size === 0
    const wait = (isHeld ? 120 : 10) * 60_000
    const confirming = records.findIndex((one) => Date.parse(one.at) - Date.parse(at) >= wait)
    if (confirming < 0) return []
    const today = records[confirming]!.at.slice(0, 10)
    return freed
      .map((run) => ({ from: run.from > today ? run.from : today, to: run.to }))
      .filter((run) => run.from < run.to)
      .filter((run) => countNights([run]) >= 2 && countNights([run]) <= 21)
      .filter((run) =>
        shown.slice(i, confirming + 1).every((nights) => !listNights([run]).some((n) => nights.has(n))),
      )
      .map((nights) => ({ at: records[confirming]!.at, nights }))
  })
}
