/** The operators' command, run as they run it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { calendar, event, stay, timedStay } from './given-feed.ts'

const folder = mkdtempSync(join(tmpdir(), 'calendar-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const command = join(import.meta.dirname, '../../../lambdas/lib/calendar-feed/command.ts')

function run(...args: string[]) {
  const result = spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  })
  const lines = result.stdout.split('\n').filter(Boolean)
  return { status: result.status, errors: result.stderr, printed: lines.map((line) => JSON.parse(line)) }
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('calendar nights', () => {
  const july = ['--tz', 'Europe/Berlin', '--from', '2026-07-01', '--to', '2026-08-01']

  test('prints the nights of each file in the window, and goes on after a bad one', () => {
    const plain = file('plain.ics', calendar(stay('20260628', '20260703'), stay('20260730', '20260805')))
    const html = file('html.ics', '<html></html>')
    const timed = file(
      'timed.ics',
      calendar(timedStay('America/New_York', '20260710T160000', '20260711T110000')),
    )
    const { status, errors, printed } = run('nights', plain, html, join(folder, 'none.ics'), timed, ...july)
    expect(printed.slice(0, 2)).toEqual([
      { file: plain, nights: ['2026-07-01', '2026-07-02', '2026-07-30', '2026-07-31'] },
      { file: html, error: 'not_a_calendar' },
    ])
    expect(printed[2]).toMatchObject({
      file: join(folder, 'none.ics'),
      error: expect.stringContaining('ENOENT'),
    })
    expect(printed[3]).toEqual({ file: timed, nights: ['2026-07-10'] })
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
  })

  test('ends without a word when its reader has seen enough', () => {
    const many = Array.from({ length: 300 }, () => file('whole.ics', calendar(stay('20260701', '20260801'))))
    const call = [process.execPath, command, 'nights', ...many, ...july].map((part) => `'${part}'`).join(' ')
    const { stdout, stderr } = spawnSync('sh', ['-c', `${call} | head -n 1`], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ file: many[0] })
    expect(stderr).not.toContain('EPIPE')
  })

  test.each([
    ['no timezone', ['nights', 'a.ics', '--from', '2026-07-01', '--to', '2026-08-01']],
    [
      'an unknown timezone',
      ['nights', 'a.ics', '--tz', 'Mars/Base', '--from', '2026-07-01', '--to', '2026-08-01'],
    ],
    ['no such date', ['nights', 'a.ics', '--tz', 'UTC', '--from', '2026-02-30', '--to', '2026-08-01']],
    ['no file', ['nights', ...july]],
    ['no verb', july],
    ['an option it does not know', ['nights', 'a.ics', ...july, '--loud']],
  ])('says what is wrong with a call with %s', (_, args) => {
    const { status, errors, printed } = run(...args)
    expect(status).toBe(2)
    expect(errors).not.toBe('')
    expect(printed).toEqual([])
  })
})

describe('calendar replay', () => {
  const two = calendar(stay('20260710', '20260714'), stay('20260801', '20260808'))
  const one = calendar(stay('20260801', '20260808'))
  const many = calendar(
    ...['20260901', '20260910', '20260920', '20261001'].map((from) => event(`DTSTART;VALUE=DATE:${from}`)),
  )
  const history = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const readings = [
    { at: '2026-06-01T08:00:00Z', body: two },
    { at: '2026-06-01T08:15:00Z', body: one },
    { at: '2026-06-01T08:20:00Z', body: one },
    { at: '2026-06-01T08:30:00Z', body: '', status: 500 },
    { at: '2026-06-01T08:45:00Z', body: '{"code":500}' },
    { at: '2026-06-01T09:00:00Z', body: one },
    { at: '2026-06-02T09:00:00Z', body: many },
    { at: '2026-06-03T09:00:00Z', body: many },
    { at: '2026-06-04T09:00:00Z', body: one },
    { at: '2026-06-04T12:00:00Z', body: one, status: null },
  ]
  const expected = [
    { at: '2026-06-01T08:30:00Z', kind: 'failed', reason: 'http_status' },
    { at: '2026-06-01T08:45:00Z', kind: 'failed', reason: 'not_a_calendar' },
    { at: '2026-06-01T09:00:00Z', kind: 'opening', from: '2026-07-10', to: '2026-07-14' },
    { at: '2026-06-03T09:00:00Z', kind: 'opening', from: '2026-08-01', to: '2026-08-08' },
    ...['09-01', '09-10', '09-20', '10-01'].map((from) => ({
      at: '2026-06-04T09:00:00Z',
      kind: 'held',
      from: `2026-${from}`,
      to: `2026-${from.slice(0, -1)}${Number(from.at(-1)) + 1}`,
      reason: 'all_events_gone',
    })),
    ...['09-01', '09-10', '09-20', '10-01'].map((from) => ({
      at: '2026-06-04T12:00:00Z',
      kind: 'opening',
      from: `2026-${from}`,
      to: `2026-${from.slice(0, -1)}${Number(from.at(-1)) + 1}`,
    })),
  ]

  test('prints what the readings would have caused, at the reading that confirmed it', () => {
    const { status, errors, printed } = run(
      'replay',
      file('history.jsonl', history(readings)),
      '--tz',
      'Europe/Berlin',
    )
    expect(printed).toEqual(expected)
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
  })

  test('reads compressed histories by their content', () => {
    const path = file('history.jsonl.gz', gzipSync(history(readings)))
    expect(run('replay', path, '--tz', 'Europe/Berlin').printed).toEqual(expected)
  })

  test('names malformed lines, reads the others, and exits with 1', () => {
    const lines = history(readings).split('\n')
    lines.splice(
      1,
      0,
      '{"at":',
      '{"at":"2026-06-01T08:01:00Z"}',
      '[]',
      '{"at":"yesterday","body":""}',
      '',
      '{"at":"2020-01-01T00:00:00Z","body":""}',
    )
    const path = file('broken.jsonl', lines.join('\n'))
    const { status, errors, printed } = run('replay', path, '--tz', 'Europe/Berlin')
    expect(status).toBe(1)
    expect(errors.split('\n').filter(Boolean)).toEqual([
      `${path}:2: not JSON`,
      `${path}:3: "body" is missing`,
      `${path}:4: "at" is no instant`,
      `${path}:5: "at" is no instant`,
      `${path}:7: "at" goes back in time`,
    ])
    expect(printed).toEqual(expected)
  })

  test('fails on a compressed file that was cut, or that is not there', () => {
    const cut = file('cut.jsonl.gz', gzipSync(history(readings)).subarray(0, 200))
    expect(run('replay', cut, '--tz', 'UTC').status).toBe(1)
    expect(run('replay', join(folder, 'none.jsonl'), '--tz', 'UTC')).toMatchObject({ status: 1 })
  })
})
