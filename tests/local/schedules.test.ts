import { expect, test } from 'vitest'
import { readExpression } from '../../local/scheduler/expression.ts'
import { bootSmallStack, dataDirectory, printed } from './small-stack.ts'

test('advancing the clock fires each schedule at its instants, in order', async () => {
  const stack = await bootSmallStack({ startAt: '2030-01-01T06:00:00Z' })
  await stack.advance(3601)
  expect(printed(stack)).toEqual(['often', 'often', 'daily', 'often', 'often'])
})

test('a schedule can be run by hand without losing its turn', async () => {
  const stack = await bootSmallStack()
  await stack.runSchedule('often')
  expect(printed(stack)).toEqual(['often'])
  await stack.advance(901)
  expect(printed(stack)).toEqual(['often', 'often'])
  expect(stack.schedules.list()[0]).toMatchObject({
    name: 'often',
    expression: 'rate(15 minutes)',
    lastRunAt: expect.stringMatching(/^2030-01-01T00:15/),
    nextRunAt: expect.stringMatching(/^2030-01-01T00:30/),
  })
})

test('a schedule keeps its rhythm over a restart, and the clock its time', async () => {
  const dataDir = dataDirectory()
  const first = await bootSmallStack({ dataDir })
  await first.advance(800)
  await first.close()
  const second = await bootSmallStack({ dataDir })
  expect(new Date(second.clock.now()).toISOString()).toMatch(/^2030-01-01T00:13/)
  await second.advance(110)
  expect(printed(second)).toEqual(['often'])
})

const next = (expression: string, after: string) =>
  new Date(readExpression('s', expression, 'UTC')(Date.parse(after))!).toISOString()

test('cron expressions are read as AWS words them', () => {
  expect(next('cron(0 3 * * ? *)', '2030-01-01T04:00:00Z')).toBe('2030-01-02T03:00:00.000Z')
  // 2030-01-06 is a Sunday, which AWS counts as day 1.
  expect(next('cron(15 10 ? * 1 *)', '2030-01-01T00:00:00Z')).toBe('2030-01-06T10:15:00.000Z')
  expect(() => readExpression('nightly', 'every day', 'UTC')).toThrow(/Schedule nightly/)
})
