import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'

const root = join(import.meta.dirname, '../..')

/** The whole product, started as a newcomer starts it, empty, on a port and a data folder of its own. */
export type Product = {
  url: string
  /** Reads or changes the local controls, as a program would. */
  local<Reply>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Reply>
  /** Ends the process as a crash would and starts it again on the same data. */
  restart(): Promise<void>
}

export type InboxMessage = {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject?: string
  text: string
  html?: string
  at: string
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

function start(dataDir: string, port: string): { child: ChildProcess; ready: Promise<string> } {
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', 'local/main.ts', '--empty'],
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

export const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'waitlist-journey-'))
      let { child, ready } = start(dataDir, '0')
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
          if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
          return (
            response.headers.get('content-type')?.includes('json') ? await response.json() : undefined
          ) as never
        },
        async restart() {
          child.kill('SIGKILL')
          await ended(child)
          ;({ child, ready } = start(dataDir, new URL(url).port))
          await ready
        },
      })
      child.kill('SIGTERM')
      await ended(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect } from '@playwright/test'
