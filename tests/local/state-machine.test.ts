import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { readWorkflow } from '../../local/states/definition.ts'
import type { Stack } from '../../local/stack.ts'
import { bootSmallStack, dataDirectory, printed, smallTemplate } from './small-stack.ts'

type Group = { name: string; delay: number; failures?: number }

const clientOf = (stack: Stack) =>
  new SFNClient({ endpoint: stack.endpoint, region: 'us-east-1', credentials: stack.operator })

async function start(stack: Stack, name: string, groups: Group[], pages = 1) {
  const input = JSON.stringify({ groups: groups.map((group) => ({ failures: 0, ...group })), pages })
  const stateMachineArn = stack.outputs['MachineArn']
  return clientOf(stack).send(new StartExecutionCommand({ stateMachineArn, name, input }))
}

const told = (stack: Stack) =>
  printed(stack).flatMap((line) =>
    line.startsWith('task ') ? [JSON.parse(line.slice('task '.length)).name] : [],
  )
const status = (stack: Stack, name: string) =>
  stack.executions.list().find((one) => one.name === name)?.status

test('each group is told after its own delay, and the results come in the groups’ order', async () => {
  const stack = await bootSmallStack()
  const { executionArn } = await start(stack, 'e1', [
    { name: 'later', delay: 3600 },
    { name: 'now', delay: 0 },
  ])
  await stack.advance(1)
  expect(told(stack)).toEqual(['now'])
  expect(status(stack, 'e1')).toBe('RUNNING')
  await stack.advance(3600)
  expect(told(stack)).toEqual(['now', 'later'])
  const described = await clientOf(stack).send(new DescribeExecutionCommand({ executionArn }))
  expect(described.status).toBe('SUCCEEDED')
  expect(JSON.parse(described.output!)).toEqual([{ told: 'later' }, { told: 'now' }])
})

test('a task that leaves a cursor is run again for the next page', async () => {
  const stack = await bootSmallStack()
  await start(stack, 'e1', [{ name: 'many', delay: 0 }], 3)
  await stack.drain()
  expect(told(stack)).toEqual(['many', 'many', 'many'])
  expect(status(stack, 'e1')).toBe('SUCCEEDED')
})

test('a failing task is retried with growing pauses, then caught', async () => {
  // The fixture counts its failures in memory, so it must stay in one sandbox.
  const stack = await bootSmallStack({ maxWorkers: 1 })
  await start(stack, 'e1', [
    { name: 'twice', delay: 0, failures: 2 },
    { name: 'never', delay: 0, failures: 9 },
  ])
  await stack.settle()
  expect(told(stack)).toHaveLength(2)
  await stack.advance(5.5)
  expect(told(stack)).toHaveLength(4)
  await stack.advance(9)
  expect(told(stack)).toHaveLength(4)
  await stack.advance(1.5)
  expect(told(stack)).toHaveLength(6)
  expect(stack.executions.list()[0]?.output).toEqual([{ told: 'twice' }, { gaveUp: 'TypeError' }])
})

test('no more items run together than the Map allows', async () => {
  const stack = await bootSmallStack()
  const groups = ['a', 'b', 'c'].map((name) => ({ name, delay: 60 }))
  await start(stack, 'e1', groups)
  await stack.advance(61)
  expect(told(stack).toSorted()).toEqual(['a', 'b'])
  await stack.advance(61)
  expect(told(stack).at(-1)).toBe('c')
  expect(status(stack, 'e1')).toBe('SUCCEEDED')
})

test('starting again under the same name is the same execution, and another input is refused', async () => {
  const stack = await bootSmallStack()
  const first = await start(stack, 'e1', [{ name: 'a', delay: 60 }])
  const again = await start(stack, 'e1', [{ name: 'a', delay: 60 }])
  expect(again.executionArn).toBe(first.executionArn)
  await expect(start(stack, 'e1', [{ name: 'b', delay: 60 }])).rejects.toMatchObject({
    name: 'ExecutionAlreadyExists',
  })
  await stack.drain()
  expect(told(stack)).toEqual(['a'])
  await expect(start(stack, 'e1', [{ name: 'a', delay: 60 }])).rejects.toMatchObject({
    name: 'ExecutionAlreadyExists',
  })
})

test('a waiting execution goes on after a crash, without repeating what was done', async () => {
  const dataDir = dataDirectory()
  const first = await bootSmallStack({ dataDir })
  await start(first, 'e1', [
    { name: 'now', delay: 0 },
    { name: 'later', delay: 3600 },
  ])
  await first.settle()
  expect(told(first)).toEqual(['now'])
  await first.kill()
  const second = await bootSmallStack({ dataDir })
  await second.settle()
  expect(told(second)).toEqual([])
  await second.advance(3601)
  expect(told(second)).toEqual(['later'])
  expect(status(second, 'e1')).toBe('SUCCEEDED')
})

test('an execution whose state a newer template no longer has fails, and the stack starts', async () => {
  const dataDir = dataDirectory()
  const first = await bootSmallStack({ dataDir })
  await start(first, 'e1', [{ name: 'later', delay: 3600 }])
  await first.settle()
  await first.close()
  const template = smallTemplate()
  Object.assign(template.Resources['Machine']!.Properties!, {
    DefinitionString: JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } }),
  })
  const second = await bootSmallStack({ dataDir, template })
  await second.drain()
  expect(second.executions.list()[0]).toMatchObject({ status: 'FAILED', error: 'States.Runtime' })
})

test('the wait can be skipped', async () => {
  const stack = await bootSmallStack()
  await start(stack, 'e1', [{ name: 'later', delay: 3600 }])
  await stack.settle()
  stack.executions.skipWait('e1')
  await stack.settle()
  expect(told(stack)).toEqual(['later'])
  expect(stack.clock.now()).toBeLessThan(Date.parse('2030-01-01T00:10:00Z'))
})

test('a definition that cannot be run is refused at the start, by name', () => {
  const parallel = { StartAt: 'A', States: { A: { Type: 'Parallel', Branches: [], End: true } } }
  expect(() => readWorkflow('announce', parallel)).toThrow(/State machine announce cannot run locally/)
  const jsonata = { StartAt: 'A', States: { A: { Type: 'Pass', QueryLanguage: 'JSONata', End: true } } }
  expect(() => readWorkflow('announce', jsonata)).toThrow(/QueryLanguage/)
})
