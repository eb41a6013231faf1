/** `npm run --silent calendar`: lets operators see a feed as the check sees it. */
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { listNights } from '../../../domain/nights.ts'
import { isTimezone } from '../../../domain/stay.ts'
import { openCalendarReader } from './killable.ts'
import type { CalendarReader } from './killable.ts'
import { readDate } from './moments.ts'
import { readRecord, startReplay } from './replay.ts'

const usage = `Usage:
  calendar nights FILE.ics [FILE.ics ...] --tz ZONE --from DATE --to DATE
  calendar replay FILE.jsonl[.gz] --tz ZONE

nights prints one line of JSON per file: the blocked nights in [from, to), or the error.
replay prints one line of JSON for each thing that the readings in the file would have caused.
`

/** A fault of the call itself, or of a history; the message is for the operator. */
class Misuse extends Error {}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args)
  const [verb, ...files] = positionals
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const timezone = values.tz
  if (timezone === undefined || !isTimezone(timezone))
    throw new Misuse(`--tz needs a timezone, not ${timezone}`)
  const reader = openCalendarReader()
  try {
    if (verb === 'nights' && files.length > 0) {
      const [from, to] = [dateOption('from', values.from), dateOption('to', values.to)]
      for (const file of files) print(await nightsOfFile(file, { timezone, window: { from, to } }, reader))
      return 0
    }
    const [file, ...others] = files
    if (verb === 'replay' && file !== undefined && others.length === 0) {
      return (await replayFile(file, timezone, reader)) ? 0 : 1
    }
  } finally {
    await reader.close()
  }
  throw new Misuse(usage)
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const
  const options = { tz: text, from: text, to: text, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new Misuse(`${messageOf(error)}\n${usage}`)
  }
}

function dateOption(name: string, value: string | undefined): string {
  const date =
    value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? readDate(value.replaceAll('-', '')) : null
  if (date === null) throw new Misuse(`--${name} needs a date like 2026-07-01, not ${value}`)
  return date
}

type Question = Parameters<CalendarReader['read']>[1]

async function nightsOfFile(file: string, question: Question, reader: CalendarReader) {
  try {
    const answer = await reader.read(await readFile(file), question)
    return answer.ok ? { file, nights: listNights(answer.content.blocked) } : { file, error: answer.reason }
  } catch (error) {
    return { file, error: messageOf(error) }
  }
}

/** Whether every line of the history could be read. */
async function replayFile(file: string, timezone: string, reader: CalendarReader): Promise<boolean> {
  const take = startReplay(timezone, reader)
  let number = 0
  let last = -Infinity
  let isWhole = true
  for await (const line of await linesOf(file)) {
    number++
    if (line.trim() === '') continue
    const record = readRecord(line)
    const isLate = !('fault' in record) && Date.parse(record.at) < last
    if ('fault' in record || isLate) {
      isWhole = false
      process.stderr.write(
        `${file}:${number}: ${'fault' in record ? record.fault : '"at" goes back in time'}\n`,
      )
      continue
    }
    last = Date.parse(record.at)
    for (const happening of await take(record)) print(happening)
  }
  return isWhole
}

/** The lines of a file, decompressed when its first bytes say so; errors of either stream end the loop. */
async function linesOf(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const source = createReadStream(file)
  if (bytesRead < 2 || buffer.readUInt16BE(0) !== 0x1f8b) return createInterface({ input: source })
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error)).pipe(plain)
  return createInterface({ input: plain })
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = error instanceof Misuse ? 2 : 1
}
