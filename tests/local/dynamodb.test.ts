import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, test } from 'vitest'
import { createDynamodb } from '../../local/dynamodb/service.ts'
import type { Dynamodb } from '../../local/dynamodb/service.ts'
import { StartupError } from '../../local/startup-error.ts'
import { serve } from './serve.ts'

const TableName = 'waitlist'
const table = {
  TableName,
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi3pk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' },
        { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
    {
      IndexName: 'gsi3',
      KeySchema: [{ AttributeName: 'gsi3pk', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
}

const clock = { now: () => Date.parse('2026-06-01T12:00:00Z') }
const seconds = clock.now() / 1000
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const freshDirectory = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'dynamodb-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  return dir
}

const connect = async (service: Dynamodb): Promise<DynamoDBDocumentClient> => {
  const server = await serve(service)
  cleanups.push(server.close)
  const client = new DynamoDBClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

const start = async (dir?: string) => {
  const service = await createDynamodb({ dir, clock, tables: [table] })
  cleanups.push(() => service.close())
  return { service, client: await connect(service) }
}

const put = (client: DynamoDBDocumentClient, Item: Record<string, unknown>) =>
  client.send(new PutCommand({ TableName, Item }))
const get = async (client: DynamoDBDocumentClient, pk: string, sk = 'A') =>
  (await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item

describe('items and queries', () => {
  test('puts, updates with expressions, reads and deletes', async () => {
    const { client } = await start()
    await put(client, { pk: 'P#1', sk: 'A', name: 'Sea House', waiting: 1, tags: new Set(['a']) })
    const updated = await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'P#1', sk: 'A' },
        UpdateExpression: 'SET #n = :n, seen = if_not_exists(seen, :one) ADD waiting :one REMOVE tags',
        ExpressionAttributeNames: { '#n': 'name' },
        ExpressionAttributeValues: { ':n': 'Lake House', ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    )
    expect(updated.Attributes).toEqual({ pk: 'P#1', sk: 'A', name: 'Lake House', waiting: 2, seen: 1 })
    expect(await get(client, 'P#1')).toEqual(updated.Attributes)
    await client.send(new DeleteCommand({ TableName, Key: { pk: 'P#1', sk: 'A' } }))
    expect(await get(client, 'P#1')).toBeUndefined()
  })

  test('queries an index page by page, newest first', async () => {
    const { client } = await start()
    for (const day of ['01', '02', '03']) {
      await put(client, { pk: `E#${day}`, sk: 'A', gsi1pk: 'M#1#E', gsi1sk: `2026-05-${day}` })
    }
    const page = (ExclusiveStartKey?: Record<string, unknown>) =>
      client.send(
        new QueryCommand({
          TableName,
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :month)',
          ExpressionAttributeValues: { ':pk': 'M#1#E', ':month': '2026-05' },
          ScanIndexForward: false,
          Limit: 2,
          ExclusiveStartKey,
        }),
      )
    const first = await page()
    expect(first.Items?.map(({ pk }) => pk)).toEqual(['E#03', 'E#02'])
    const second = await page(first.LastEvaluatedKey)
    expect(second.Items?.map(({ pk }) => pk)).toEqual(['E#01'])
    expect(second.LastEvaluatedKey).toBeUndefined()
  })

  test('keeps index entries in step: a sparse index forgets an item that lost its key', async () => {
    const { client } = await start()
    await put(client, { pk: 'E#1', sk: 'A', gsi3pk: 'mail', name: 'Ann' })
    const find = async () =>
      (
        await client.send(
          new QueryCommand({
            TableName,
            IndexName: 'gsi3',
            KeyConditionExpression: 'gsi3pk = :pk',
            ExpressionAttributeValues: { ':pk': 'mail' },
          }),
        )
      ).Items
    expect(await find()).toEqual([{ pk: 'E#1', sk: 'A', gsi3pk: 'mail' }])
    await client.send(
      new UpdateCommand({ TableName, Key: { pk: 'E#1', sk: 'A' }, UpdateExpression: 'REMOVE gsi3pk' }),
    )
    expect(await find()).toEqual([])
  })

  test('writes and reads in batches', async () => {
    const { client } = await start()
    const ids = Array.from({ length: 25 }, (_, index) => `E#${index}`)
    const RequestItems = { [TableName]: ids.map((pk) => ({ PutRequest: { Item: { pk, sk: 'A' } } })) }
    expect((await client.send(new BatchWriteCommand({ RequestItems }))).UnprocessedItems).toEqual({})
    const keys = { [TableName]: { Keys: ids.map((pk) => ({ pk, sk: 'A' })) } }
    const found = await client.send(new BatchGetCommand({ RequestItems: keys }))
    expect(found.Responses?.[TableName]?.map(({ pk }) => pk).toSorted()).toEqual(ids.toSorted())
    expect((await client.send(new ScanCommand({ TableName, Select: 'COUNT' }))).Count).toBe(25)
  })

  test('refuses what the service refuses', async () => {
    const { client } = await start()
    await expect(put(client, { pk: 'P#1', sk: 'A', gsi1pk: '', gsi1sk: 'x' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('IndexName: gsi1, IndexKey: gsi1pk'),
    })
    await expect(put(client, { pk: 'P#1' })).rejects.toMatchObject({ name: 'ValidationException' })
    await expect(
      client.send(new GetCommand({ TableName: 'other', Key: { pk: 'x', sk: 'y' } })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await expect(client.send(new UpdateTableCommand({ TableName }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
    })
  })

  test('shows the item that failed a condition to a writer who asks for it', async () => {
    const { client } = await start()
    await put(client, { pk: 'P#1', sk: 'A', revision: 3 })
    await expect(
      client.send(
        new PutCommand({
          TableName,
          Item: { pk: 'P#1', sk: 'A', revision: 3 },
          ConditionExpression: 'revision = :expected',
          ExpressionAttributeValues: { ':expected': 2 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    ).rejects.toMatchObject({ name: 'ConditionalCheckFailedException', Item: { revision: { N: '3' } } })
  })

  test('counts every one of many simultaneous increments', async () => {
    const { client } = await start()
    const increment = () =>
      client.send(
        new UpdateCommand({
          TableName,
          Key: { pk: 'P#1', sk: 'A' },
          UpdateExpression: 'ADD waiting :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      )
    await Promise.all(Array.from({ length: 100 }, increment))
    expect(await get(client, 'P#1')).toMatchObject({ waiting: 100 })
  })

  test('counts the capacity of a write with its indexes', async () => {
    const { client } = await start()
    const write = (Item: Record<string, unknown>) =>
      client.send(new PutCommand({ TableName, Item, ReturnConsumedCapacity: 'INDEXES' }))
    const item = { pk: 'E#1', sk: 'A', gsi1pk: 'M#1', gsi1sk: '1', gsi3pk: 'mail', note: 'x'.repeat(1500) }
    expect((await write(item)).ConsumedCapacity).toMatchObject({
      CapacityUnits: 5,
      Table: { CapacityUnits: 2 },
      GlobalSecondaryIndexes: { gsi1: { CapacityUnits: 2 }, gsi3: { CapacityUnits: 1 } },
    })
    // The keys-only index has nothing to write when only the note changes.
    expect((await write({ ...item, note: 'short' })).ConsumedCapacity?.GlobalSecondaryIndexes).toEqual({
      gsi1: { CapacityUnits: 2 },
    })
  })
})

/** A guest joins: the entry, the property's counter and the manager's existence, all in one. */
const joinWaitlist = (id: string, token?: string) =>
  new TransactWriteCommand({
    ClientRequestToken: token,
    TransactItems: [
      {
        Put: {
          TableName,
          Item: { pk: `E#${id}`, sk: 'A' },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Update: {
          TableName,
          Key: { pk: 'P#1', sk: 'A' },
          UpdateExpression: 'ADD waiting :one',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':one': 1 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        ConditionCheck: {
          TableName,
          Key: { pk: 'M#1', sk: 'A' },
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
    ],
  })

describe('transactions', () => {
  test('writes everything when every condition holds', async () => {
    const { client } = await start()
    await put(client, { pk: 'P#1', sk: 'A', waiting: 0 })
    await put(client, { pk: 'M#1', sk: 'A' })
    await client.send(joinWaitlist('1'))
    const read = await client.send(
      new TransactGetCommand({
        TransactItems: ['E#1', 'P#1', 'E#2'].map((pk) => ({ Get: { TableName, Key: { pk, sk: 'A' } } })),
      }),
    )
    expect(read.Responses?.map(({ Item }) => Item)).toEqual([
      { pk: 'E#1', sk: 'A' },
      { pk: 'P#1', sk: 'A', waiting: 1 },
      undefined,
    ])
  })

  test('writes nothing when one condition fails, and says which', async () => {
    const { client } = await start()
    await put(client, { pk: 'P#1', sk: 'A', waiting: 0 })
    await expect(client.send(joinWaitlist('1'))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    })
    expect(await get(client, 'E#1')).toBeUndefined()
    expect(await get(client, 'P#1')).toMatchObject({ waiting: 0 })
  })

  test('applies a repeated call once, and refuses its token for another call', async () => {
    const { client } = await start()
    await put(client, { pk: 'P#1', sk: 'A', waiting: 0 })
    await put(client, { pk: 'M#1', sk: 'A' })
    await Promise.all([client.send(joinWaitlist('1', 'token')), client.send(joinWaitlist('1', 'token'))])
    await client.send(joinWaitlist('1', 'token'))
    expect(await get(client, 'P#1')).toMatchObject({ waiting: 1 })
    await expect(client.send(joinWaitlist('2', 'token'))).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
  })

  test('refuses two operations on one item', async () => {
    const { client } = await start()
    const Put = { TableName, Item: { pk: 'E#1', sk: 'A' } }
    await expect(
      client.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Put }] })),
    ).rejects.toMatchObject({ name: 'ValidationException' })
  })

  test('reports an impossible update as a reason, not as a fault of the whole request', async () => {
    const { client } = await start()
    await put(client, { pk: 'P#1', sk: 'A', waiting: 'many' })
    await put(client, { pk: 'M#1', sk: 'A' })
    await expect(client.send(joinWaitlist('1'))).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }, { Code: 'None' }],
    })
  })
})

describe('time to live', () => {
  test('sweeps what is over, keeps the rest, and follows a changed time', async () => {
    const { service, client } = await start()
    await put(client, { pk: 'over', sk: 'A', ttl: seconds - 1, gsi3pk: 'mail' })
    await put(client, { pk: 'later', sk: 'A', ttl: seconds + 60 })
    await put(client, { pk: 'renewed', sk: 'A', ttl: seconds - 1 })
    await put(client, { pk: 'renewed', sk: 'A', ttl: seconds + 60 })
    await put(client, { pk: 'freed', sk: 'A', ttl: seconds - 1 })
    await put(client, { pk: 'freed', sk: 'A' })
    expect(await get(client, 'over')).toBeDefined()
    await service.sweep()
    const left = await client.send(new ScanCommand({ TableName }))
    expect(left.Items?.map(({ pk }) => pk).toSorted()).toEqual(['freed', 'later', 'renewed'])
    const indexed = await client.send(new ScanCommand({ TableName, IndexName: 'gsi3' }))
    expect(indexed.Items).toEqual([])
  })
})

describe('the data directory', () => {
  test('is found again by the next start', async () => {
    const dir = freshDirectory()
    const first = await createDynamodb({ dir, clock, tables: [table] })
    await put(await connect(first), { pk: 'P#1', sk: 'A' })
    await first.close()
    expect(await get((await start(dir)).client, 'P#1')).toEqual({ pk: 'P#1', sk: 'A' })
  })

  test('fills an index that is new in the template', async () => {
    const dir = freshDirectory()
    const without = { ...table, GlobalSecondaryIndexes: table.GlobalSecondaryIndexes.slice(0, 1) }
    const first = await createDynamodb({ dir, clock, tables: [without] })
    await put(await connect(first), { pk: 'E#1', sk: 'A', gsi3pk: 'mail' })
    await first.close()
    const { client } = await start(dir)
    const found = await client.send(new ScanCommand({ TableName, IndexName: 'gsi3' }))
    expect(found.Items).toEqual([{ pk: 'E#1', sk: 'A', gsi3pk: 'mail' }])
  })

  test('is refused when the keys of a table changed', async () => {
    const dir = freshDirectory()
    await (await createDynamodb({ dir, clock, tables: [table] })).close()
    const KeySchema = table.KeySchema.slice(0, 1)
    await expect(createDynamodb({ dir, clock, tables: [{ ...table, KeySchema }] })).rejects.toThrow(
      /other keys than the template.*--fresh/,
    )
  })

  test('is refused while another process has it', async () => {
    const dir = freshDirectory()
    await start(dir)
    const second = createDynamodb({ dir, clock, tables: [table] })
    await expect(second).rejects.toThrow(StartupError)
    await expect(second).rejects.toThrow(/Another process is using/)
  })

  const damages: [string, (path: string, file: string) => void, RegExp][] = [
    [
      'its journal is overwritten',
      (path) => writeFileSync(path, 'not a journal at all'.repeat(50)),
      /\.log$/,
    ],
    ['its manifest is overwritten', (path) => writeFileSync(path, 'x'.repeat(500)), /^MANIFEST/],
    ['a table is overwritten', (path) => writeFileSync(path, 'x'.repeat(2000)), /\.ldb$/],
    ['a table is cut', (path) => truncateSync(path, 100), /\.ldb$/],
    ['a table is gone', (path) => rmSync(path), /\.ldb$/],
    ['its manifest is emptied', (path) => truncateSync(path), /^MANIFEST/],
    ['its manifest is gone', (path) => rmSync(path), /^MANIFEST/],
    ['CURRENT is gone', (path) => rmSync(path), /^CURRENT$/],
    ['CURRENT is nonsense', (path) => writeFileSync(path, '{}'), /^CURRENT$/],
  ]
  test.each(damages)('is refused and left alone when %s', async (_, damage, pattern) => {
    const dir = freshDirectory()
    // The second start moves what the first one wrote from the journal into a table.
    for (const pk of ['P#1', 'P#2']) {
      const service = await createDynamodb({ dir, clock, tables: [table] })
      await put(await connect(service), { pk, sk: 'A' })
      await service.close()
    }
    const file = readdirSync(dir).find((name) => pattern.test(name)) ?? ''
    damage(join(dir, file), file)
    // LevelDB's own diary and its empty lock file are no data.
    const contents = () =>
      readdirSync(dir)
        .filter((name) => !/^(LOG(\.old)?|LOCK)$/.test(name))
        .map((name) => [name, readFileSync(join(dir, name), 'base64')])
    const before = contents()
    await expect(createDynamodb({ dir, clock, tables: [table] })).rejects.toThrow(
      /is damaged.*left untouched/,
    )
    expect(contents()).toEqual(before)
  })

  test('holds every acknowledged write of a killed process, items and index alike', async () => {
    const dir = freshDirectory()
    const writer = fork(join(import.meta.dirname, 'dynamodb-writer.ts'), [dir, JSON.stringify(table)])
    cleanups.push(() => writer.kill('SIGKILL'))
    const acknowledged: string[] = []
    writer.on('message', (id) => {
      acknowledged.push(String(id))
      if (acknowledged.length === 300) writer.kill('SIGKILL')
    })
    await once(writer, 'exit')
    const { client } = await start(dir)
    const ids = async (IndexName?: string) => {
      const scan = await client.send(new ScanCommand({ TableName, IndexName }))
      return new Set(scan.Items?.map(({ pk }) => String(pk)))
    }
    const [items, entries] = [await ids(), await ids('gsi1')]
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(acknowledged.filter((id) => !items.has(id))).toEqual([])
    expect(entries).toEqual(items)
  })
})
