import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'
import { expectNobodyIn } from '../personal.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The stack that a file of journeys runs on. Files that name different stories never share one, so that no clock
 * moved on and no guest left behind by one file is met in another.
 */
export type Story = { name: string; demoCompany?: boolean }

/** The whole product, started as a newcomer starts it, on a port and a data folder of its own. */
export type Product = {
  url: string
  /** Reads or changes the local controls, as a program would. */
  local<Reply>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Reply>
  /** Ends the process as a crash would and starts it again on the same data. */
  restart(): Promise<void>
}

export type InboxMessage = {
  id: string
  kind: 'email' | 'sms'
  sentAt: string
  to: string[]
  subject?: string
  text: string
  html?: string
  /** Lower-case names. */
  headers: Record<string, string>
}

/** A booking as a calendar shows it: `[from, to)` in plain dates. */
export type Booking = { from: string; to: string }

/** The plain date `days` after today. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** A calendar in the shape that booking platforms export. */
export function calendarWith(bookings: readonly Booking[]): string {
  const compact = (date: string) => date.replaceAll('-', '')
  const events = bookings.flatMap(({ from, to }) => [
    'BEGIN:VEVENT',
    'DTSTAMP:20260101T000000Z',
    `UID:${from}-${to}@bookings.test`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(to)}`,
    'SUMMARY:Reserved',
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Journeys//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}

/** Runs one round of checks now. */
export async function check(product: Product): Promise<void> {
  await product.local('POST', '/local/schedules/dispatch-checks/run')
}

/** Lets time pass, with everything that falls due in it. */
export async function pass(product: Product, minutes: number): Promise<void> {
  await product.local('POST', '/local/clock/advance', { seconds: minutes * 60 })
}

/** Messages to an address, oldest first. */
export async function messagesTo(product: Product, address: string): Promise<InboxMessage[]> {
  const inbox = await product.local<InboxMessage[]>('GET', '/local/inbox')
  return inbox.filter((message) => message.to.includes(address)).toReversed()
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    const read = (line: string) => {
      said.push(line)
      const url = /^ready (http:\S+)/.exec(line)?.[1]
      if (url) resolve(url)
    }
    createInterface({ input: child.stdout! }).on('line', read)
    createInterface({ input: child.stderr! }).on('line', read)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${said.join('\n')}`)))
  })
}

function start(dataDir: string, port: string, story: Story): { child: ChildProcess; ready: Promise<string> } {
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', 'local/main.ts', ...(story.demoCompany ? [] : ['--empty'])],
    {
      cwd: root,
      env: { ...process.env, PORT: port, LOCAL_DATA: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  return { child, ready: readyAddress(child) }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve(),
  )
}

export const test = base.extend<object, { story: Story; product: Product }>({
  story: [{ name: 'any' }, { option: true, scope: 'worker' }],
  // Addresses in journeys are paths of the app.
  baseURL: ({ product }, use) => use(product.url),
  product: [
    async ({ story }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'waitlist-journey-'))
      let { child, ready } = start(dataDir, '0', story)
      try {
        const url = await ready
        await use({
          url,
          async local(method, path, body) {
            const response = await fetch(`${url}${path}`, {
              method,
              ...(body !== undefined && {
                headers: { 'content-type': typeof body === 'string' ? 'text/calendar' : 'application/json' },
                body: typeof body === 'string' ? body : JSON.stringify(body),
              }),
            })
            if (!response.ok)
              throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
            return (
              response.headers.get('content-type')?.includes('json') ? await response.json() : undefined
            ) as never
          },
          async restart() {
            child.kill('SIGKILL')
            await ended(child)
            ;({ child, ready } = start(dataDir, new URL(url).port, story))
            await ready
          },
        })
      } finally {
        child.kill('SIGTERM')
        await ended(child)
        const log = join(dataDir, 'functions.log')
        if (existsSync(log)) expectNobodyIn(readFileSync(log, 'utf8').split('\n'))
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect } from '@playwright/test'
