import { expect, test } from 'vitest'
import { bootSmallStack, printed } from './small-stack.ts'

test('a function runs with the environment of its template, in UTC, on the product’s clock', async () => {
  const stack = await bootSmallStack()
  expect(await stack.invoke('actor', { do: 'environment' })).toEqual({ table: 'Table', zone: 'UTC' })
  expect(await stack.invoke('actor', { do: 'now' })).toMatch(/^2030-01-01T00:00/)
  await stack.advance(3 * 3600)
  expect(await stack.invoke('actor', { do: 'now' })).toMatch(/^2030-01-01T03:00/)
})

test('what a function throws reaches its caller, and its lines name it', async () => {
  const stack = await bootSmallStack()
  await expect(stack.invoke('actor', { do: 'throw', text: 'no such thing' })).rejects.toMatchObject({
    name: 'RangeError',
    message: 'no such thing',
  })
  await stack.invoke('actor', { do: 'say', text: 'hello' })
  expect(printed(stack)).toEqual(['hello'])
  expect(stack.logs.at(-1)).toMatchObject({
    functionName: 'actor',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('a function that hangs is cut off at its timeout, and one that exits fails; both work again afterwards', async () => {
  const stack = await bootSmallStack()
  await expect(stack.invoke('actor', { do: 'hang' })).rejects.toThrow('Task timed out after 2.00 seconds')
  await expect(stack.invoke('actor', { do: 'exit' })).rejects.toMatchObject({ name: 'Runtime.ExitError' })
  expect(await stack.invoke('actor', { do: 'now' })).toMatch(/^2030/)
})

test('a function may do what its policy allows, and nothing else', async () => {
  const stack = await bootSmallStack()
  const TableName = 'Table'
  const Item = { pk: { S: 'a' } }
  expect(await stack.invoke('actor', { call: 'PutItem', input: { TableName, Item } })).toEqual({})
  expect(await stack.invoke('actor', { call: 'GetItem', input: { TableName, Key: Item } })).toEqual({
    error: 'AccessDeniedException',
    message: expect.stringContaining(
      'dynamodb:GetItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/Table',
    ),
  })
})

test('a transaction needs the permission of each action inside it', async () => {
  const stack = await bootSmallStack()
  const put = { Put: { TableName: 'Table', Item: { pk: { S: 'a' } } } }
  const remove = { Delete: { TableName: 'Table', Key: { pk: { S: 'b' } } } }
  const transact = (TransactItems: object[]) =>
    stack.invoke('actor', { call: 'TransactWriteItems', input: { TransactItems } })
  expect(await transact([put])).toEqual({})
  expect(await transact([put, remove])).toMatchObject({
    error: 'AccessDeniedException',
    message: expect.stringContaining('dynamodb:DeleteItem'),
  })
})

test('a refusal is worded in each service’s own protocol', async () => {
  const stack = await bootSmallStack()
  const queue = { QueueUrl: stack.outputs['SpareQueueUrl'], MessageBody: 'x' }
  expect(await stack.invoke('actor', { call: 'SendMessage', input: queue })).toMatchObject({
    message: expect.stringContaining(
      'sqs:SendMessage on resource: arn:aws:sqs:us-east-1:000000000000:SpareQueue',
    ),
  })
  const mail = {
    Source: 'x@elsewhere.example',
    RawMessage: { Data: new TextEncoder().encode('To: a@b.c\n\nhi') },
  }
  expect(
    await stack.invoke('actor', { call: 'SendRawEmail', input: { ...mail, RawMessage: undefined } }),
  ).toMatchObject({
    message: expect.stringContaining('identity/elsewhere.example'),
  })
})

test('a hook sees each call and may refuse it, or end the function before or after it', async () => {
  const stack = await bootSmallStack()
  const put = (id: string) =>
    stack.invoke('actor', { call: 'PutItem', input: { TableName: 'Table', Item: { pk: { S: id } } } })
  const seen: string[] = []
  stack.onCall(({ functionName, service, action, phase }) => {
    seen.push(`${functionName} ${service} ${action} ${phase}`)
    return phase === 'before' ? { error: { code: 'ThrottlingException' } } : undefined
  })
  expect(await put('a')).toMatchObject({ error: 'ThrottlingException' })
  expect(seen).toEqual(['actor dynamodb PutItem before'])
  stack.onCall(({ phase }) => (phase === 'after' ? 'kill-function' : undefined))
  await expect(put('b')).rejects.toMatchObject({ name: 'Runtime.ExitError' })
  stack.onCall(undefined)
  expect(await put('c')).toEqual({})
})
