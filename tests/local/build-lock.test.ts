import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { whileAlone } from '../../local/build-lock.ts'
import { dataDirectory } from './small-stack.ts'

const source = pathToFileURL(join(import.meta.dirname, '../../local/build-lock.ts')).href

test('one builder waits for the other, and for nobody who died over it', async () => {
  const lock = join(dataDirectory(), 'lock')
  const script = `
    import { whileAlone } from '${source}'
    await whileAlone(${JSON.stringify(lock)}, async () => {
      console.log('holding')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script])
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')

  const order: string[] = []
  const mine = whileAlone(lock, async () => void order.push('mine'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  order.push('the other dies')
  other.kill('SIGKILL')
  await mine
  expect(order).toEqual(['the other dies', 'mine'])
})
