import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDirectory } from '../../local/data-directory.ts'
import { StartupError } from '../../local/startup-error.ts'
import { bootSmallStack, dataDirectory } from './small-stack.ts'

test('a port in use is named, and the data is not touched', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  let touched = false
  const booting = bootSmallStack({ port, beforeData: () => void (touched = true) })
  await expect(booting).rejects.toThrow(
    new StartupError(`Port ${port} is in use. Stop what uses it, or choose another with PORT=…`),
  )
  expect(touched).toBe(false)
})

test('a damaged database is named and left as it is', async () => {
  const dataDir = dataDirectory()
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'local.db')
  writeFileSync(file, 'not a database, but somebody’s data '.repeat(100))
  const before = readFileSync(file)
  await expect(bootSmallStack({ dataDir })).rejects.toThrow(/local\.db cannot be read .* Nothing was changed/)
  expect(readFileSync(file)).toEqual(before)
})

test('a file where the data directory should be is named', async () => {
  const dataDir = join(dataDirectory(), 'a-file')
  writeFileSync(dataDir, '')
  await expect(bootSmallStack({ dataDir })).rejects.toThrow(
    /a-file cannot be the data directory .* LOCAL_DATA/,
  )
})

test('two stacks do not share one data directory', async () => {
  const dataDir = dataDirectory()
  await bootSmallStack({ dataDir })
  await expect(bootSmallStack({ dataDir })).rejects.toThrow(/Another process is using the data/)
})

test('the directory without a synthesized stack is named with what to do', async () => {
  await expect(bootSmallStack({ assembly: '/nowhere' })).rejects.toThrow(/No synthesized stack in \/nowhere/)
})

test('data of which a part is gone is not taken for a first start', async () => {
  const dataDir = dataDirectory()
  const data = openDataDirectory(dataDir)
  expect(data.isEmpty()).toBe(true)
  const stack = await bootSmallStack({ dataDir })
  await stack.close()
  expect(data.isEmpty()).toBe(false)
  rmSync(join(dataDir, 'local.db'))
  expect(() => data.isEmpty()).toThrow(/not whole: local\.db is missing/)
  writeFileSync(join(dataDir, 'local.db'), '')
  expect(() => data.isEmpty()).toThrow(/not whole: local\.db is missing or empty/)
})

test('a fresh start removes the data, but neither what is in use nor what is not ours', async () => {
  const dataDir = dataDirectory()
  writeFileSync(join(dataDir, 'notes.txt'), 'mine')
  const data = openDataDirectory(dataDir)
  const stack = await bootSmallStack({ dataDir })
  stack.queue('spare-queue').send('kept')
  expect(() => data.clear()).toThrow(/Another process is using/)
  expect(stack.queue('spare-queue').peek()).toHaveLength(1)
  await stack.close()
  data.clear()
  expect(readdirSync(dataDir)).toEqual(['notes.txt'])
})

test('a demo that was not finished is known to be unfinished', () => {
  const data = openDataDirectory(dataDirectory())
  data.beginSeeding()
  expect(data.isHalfSeeded()).toBe(true)
  data.endSeeding()
  expect(data.isHalfSeeded()).toBe(false)
})
