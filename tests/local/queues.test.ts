import {
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import type { Stack } from '../../local/stack.ts'
import { bootSmallStack, dataDirectory, printed, smallTemplate } from './small-stack.ts'

const clientOf = (stack: Stack) =>
  new SQSClient({ endpoint: stack.endpoint, region: 'us-east-1', credentials: stack.operator })

test('messages reach the function behind the queue and are gone once it has handled them', async () => {
  const stack = await bootSmallStack()
  const client = clientOf(stack)
  const QueueUrl = stack.outputs['WorkQueueUrl']
  const Entries = ['one', 'two'].map((MessageBody) => ({ Id: MessageBody, MessageBody }))
  const { Successful } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
  expect(Successful?.map(({ Id }) => Id)).toEqual(['one', 'two'])
  await stack.settle()
  expect(printed(stack).toSorted()).toEqual(['got one (1)', 'got two (1)'])
  expect(stack.queue('work-queue').counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
})

test('a failed message comes back after its visibility timeout and ends in the dead-letter queue', async () => {
  const stack = await bootSmallStack()
  const queue = stack.queue('work-queue')
  queue.send('fail this')
  queue.send('fine')
  await stack.settle()
  expect(queue.counts()).toEqual({ visible: 0, inFlight: 1, delayed: 0 })
  await stack.advance(29)
  expect(printed(stack)).toHaveLength(2)
  await stack.advance(1)
  expect(printed(stack).at(-1)).toBe('got fail this (2)')
  await stack.advance(30)
  expect(queue.counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
  expect(stack.queue('work-dlq').peek()).toMatchObject([{ body: 'fail this' }])
})

test('a batch whose function crashes comes back whole', async () => {
  const stack = await bootSmallStack()
  stack.queue('work-queue').send('crash')
  await stack.drain()
  expect(printed(stack)).toEqual(['got crash (1)', 'got crash (2)'])
  expect(stack.queue('work-dlq').peek()).toMatchObject([{ body: 'crash' }])
})

test('a delayed message waits on the product’s clock', async () => {
  const stack = await bootSmallStack()
  const QueueUrl = stack.outputs['WorkQueueUrl']
  await clientOf(stack).send(new SendMessageCommand({ QueueUrl, MessageBody: 'later', DelaySeconds: 600 }))
  await stack.advance(599)
  expect(printed(stack)).toEqual([])
  await stack.advance(2)
  expect(printed(stack)).toEqual(['got later (1)'])
})

test('a long poll answers as soon as a message is there', async () => {
  const stack = await bootSmallStack()
  const QueueUrl = stack.outputs['SpareQueueUrl']
  const polled = clientOf(stack).send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }))
  setTimeout(() => stack.queue('spare-queue').send('here'), 50)
  expect((await polled).Messages).toMatchObject([{ Body: 'here' }])
})

test('a test can have a message delivered twice, or overtaken', async () => {
  const stack = await bootSmallStack()
  let postponed = false
  stack.onDelivery(({ body, receiveCount }) => {
    if (body === 'twice' && receiveCount === 1 && printed(stack).length === 0) return 'duplicate'
    if (body === 'overtaken' && !postponed) {
      postponed = true
      return 'postpone'
    }
    return undefined
  })
  const queue = stack.queue('work-queue')
  queue.send('twice')
  queue.send('overtaken')
  queue.send('last')
  await stack.drain()
  const lines = printed(stack)
  expect(lines.filter((line) => line.startsWith('got twice'))).toHaveLength(2)
  expect(lines.at(-1)).toBe('got overtaken (1)')
})

test('messages outlive a crash of the whole stack', async () => {
  const dataDir = dataDirectory()
  const first = await bootSmallStack({ dataDir })
  first.onCall(undefined)
  first.queue('spare-queue').send('kept')
  first.queue('work-queue').send('fail later')
  await first.settle()
  await first.kill()
  const second = await bootSmallStack({ dataDir })
  expect(second.queue('spare-queue').peek()).toMatchObject([{ body: 'kept' }])
  await second.advance(30)
  expect(printed(second)).toEqual(['got fail later (2)'])
})

test('a function that may not read its queue stops the start, as it would stop a deployment', async () => {
  const template = smallTemplate()
  template.Resources['ConsumerRole'] = { Type: 'AWS::IAM::Role', Properties: {} }
  await expect(bootSmallStack({ template })).rejects.toThrow(/consumer .* does not allow sqs:ReceiveMessage/)
})
