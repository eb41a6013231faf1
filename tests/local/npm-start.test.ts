import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** What a newcomer sees of a start that goes right or wrong: the process itself, its words and its exit code. */
const root = join(import.meta.dirname, '../..')
/** A start on a checkout that was never built builds the site and the template first. */
const timeout = 120_000

type Ended = { code: number | null; said: string }

function dataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'waitlist-start-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'data')
}

function spawnStart(dataDir: string, port: string, args: string[] = []) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'local/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, PORT: port, LOCAL_DATA: dataDir },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const ready = Promise.withResolvers<string>()
  const listen = (chunk: Buffer) => {
    said += chunk.toString()
    const url = /^ready (http:\S+)/m.exec(said)?.[1]
    if (url) ready.resolve(url)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, said })))
  void ended.then(({ said }) => ready.reject(new Error(said)))
  return { child: child as ChildProcess, ready: ready.promise, ended }
}

/** Starts where a start must fail; answers how it ended. */
function refusedStart(dataDir: string, port: string, args: string[] = []): Promise<Ended> {
  const { ready, ended } = spawnStart(dataDir, port, args)
  ready.catch(() => undefined)
  return ended
}

/** Runs the product while `use` lasts, and ends it as Ctrl+C does. */
async function whileStarted(dataDir: string, args: string[], use: (url: string) => Promise<void>) {
  const { child, ready, ended } = spawnStart(dataDir, '0', ['--empty', ...args])
  await use(await ready)
  child.kill('SIGINT')
  expect((await ended).code, 'a start ended by hand is no failure').toBe(0)
}

const feeds = async (url: string) => ((await (await fetch(`${url}/local/feeds`)).json()) as unknown[]).length

async function keepSomething(dataDir: string) {
  await whileStarted(dataDir, [], async (url) => {
    await fetch(`${url}/local/feeds/kept.ics`, {
      method: 'PUT',
      body: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    })
  })
}

/** Every file below a directory with its content. */
function contents(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      return [path, readFileSync(path, 'base64')]
    }),
  )
}

test(
  'a port that is none, an unknown option and a port in use are named, before any data is touched',
  { timeout },
  async () => {
    const dataDir = dataDirectory()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const taken = String((other.address() as AddressInfo).port)

    for (const [port, args, words] of [
      ['nonsense', [], 'PORT=nonsense is not a port number.'],
      ['70000', [], 'PORT=70000 is not a port number.'],
      ['0', ['--frsh'], '--frsh'],
      [taken, ['--fresh'], `Port ${taken} is in use.`],
    ] as const) {
      const { code, said } = await refusedStart(dataDir, port, [...args])
      expect(said).toContain(words)
      expect(said, 'words instead of a stack trace').not.toMatch(/^ +at /m)
      expect(code).toBe(1)
    }
    expect(existsSync(dataDir)).toBe(false)
  },
)

test('a second start finds the data; --fresh begins without', { timeout }, async () => {
  const dataDir = dataDirectory()
  await keepSomething(dataDir)
  await whileStarted(dataDir, [], async (url) => expect(await feeds(url)).toBe(1))
  await whileStarted(dataDir, ['--fresh'], async (url) => expect(await feeds(url)).toBe(0))
})

test('damaged data is named and left as it is', { timeout }, async () => {
  for (const file of ['local.db', 'table/CURRENT']) {
    const dataDir = dataDirectory()
    await keepSomething(dataDir)
    writeFileSync(join(dataDir, file), 'no longer what it was '.repeat(400))
    const before = contents(dataDir)
    const { code, said } = await refusedStart(dataDir, '0', ['--empty'])
    expect(said).toContain(join(dataDir, file.split('/')[0]!))
    expect(said).toMatch(/Nothing was changed|left untouched/)
    expect(said, 'words instead of a stack trace').not.toMatch(/^ +at /m)
    expect(code).toBe(1)
    expect(contents(dataDir)).toEqual(before)
  }
})
