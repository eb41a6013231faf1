import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import type { Stack } from '../../local/stack.ts'
import { bootSmallStack, dataDirectory, printed } from './small-stack.ts'

const start = (stack: Stack, name: string) =>
  new SFNClient({ endpoint: stack.endpoint, region: 'us-east-1', credentials: stack.operator }).send(
    new StartExecutionCommand({
      stateMachineArn: stack.outputs['MachineArn'],
      name,
      input: JSON.stringify({ groups: [{ name, delay: 0, failures: 0 }], pages: 2 }),
    }),
  )

test('a crash in the middle of everything loses no message and no execution', async () => {
  const dataDir = dataDirectory()
  const first = await bootSmallStack({ dataDir })
  for (let index = 0; index < 40; index += 1) first.queue('work-queue').send(`message ${index}`)
  await Promise.all(['e1', 'e2', 'e3'].map((name) => start(first, name)))
  await first.kill()

  const second = await bootSmallStack({ dataDir })
  await second.drain()
  const handled = new Set(
    [...printed(first), ...printed(second)].flatMap((line) => /message \d+/.exec(line) ?? []),
  )
  expect(handled.size).toBe(40)
  expect(second.queue('work-queue').counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
  expect(second.executions.list().map(({ status }) => status)).toEqual([
    'SUCCEEDED',
    'SUCCEEDED',
    'SUCCEEDED',
  ])
})

test('a test’s hook can bring the whole stack down at a call, and what the call did stays done', async () => {
  const dataDir = dataDirectory()
  const first = await bootSmallStack({ dataDir })
  first.onCall(({ phase }) => (phase === 'after' ? 'stack-kill' : undefined))
  const input = { TableName: 'Table', Item: { pk: { S: 'a' } } }
  await expect(first.invoke('actor', { call: 'PutItem', input })).rejects.toMatchObject({
    name: 'Runtime.ExitError',
  })
  await first.kill()

  const second = await bootSmallStack({ dataDir })
  const again = { ...input, ConditionExpression: 'attribute_not_exists(pk)' }
  expect(await second.invoke('actor', { call: 'PutItem', input: again })).toMatchObject({
    error: 'ConditionalCheckFailedException',
  })
})

test('an event that a topic delivered is tried three times, then kept', async () => {
  const stack = await bootSmallStack()
  const topicArn = 'arn:aws:sns:us-east-1:000000000000:Topic'
  await stack.invoke('actor', { call: 'Publish', input: { TopicArn: topicArn, Message: 'crash' } })
  await stack.settle()
  expect(printed(stack)).toEqual(['got crash (1)'])
  await stack.drain()
  expect(printed(stack)).toHaveLength(3)
  expect(JSON.parse(stack.queue('spare-queue').peek()[0]!.body).Records[0].Sns.Message).toBe('crash')
})
