import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type {
  DeleteCommandInput,
  PutCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { readEnv, TableEnv } from '../lib/env.ts'
import { indexes } from './keys.ts'

/** A row as it is stored: keys, index keys and the noun's own fields. */
export type Item = Record<string, unknown>
export type Key = { pk: string; sk: string }

let client: DynamoDBDocumentClient | undefined

/** The one connection of this process, made at first use. */
function database(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  })
  return client
}

const table = () => ({ TableName: readEnv(TableEnv).TABLE_NAME })

/** Reads one item, as of now unless `stale` says that a moment ago will do (at half the cost). */
export async function getItem(key: Key, read: { stale?: boolean } = {}): Promise<Item | undefined> {
  const answer = await database().send(
    new GetCommand({ ...table(), Key: key, ConsistentRead: read.stale !== true }),
  )
  return answer.Item
}

/** DynamoDB's own limit for one BatchGet. */
const batchSize = 100
/** Leftovers are what throttling left unread: 8 rounds of doubling waits from 25 ms are about 6 s. */
const batchRounds = 8

/** Reads many items; those that do not exist are missing from the answer, whose order is not the keys'. */
export async function getItems(keys: readonly Key[]): Promise<Item[]> {
  const { TableName } = table()
  const found: Item[] = []
  const chunks = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, i) =>
    keys.slice(i * batchSize, (i + 1) * batchSize),
  )
  const readChunk = async (chunk: readonly Key[]) => {
    let open: Item[] = [...chunk]
    for (let round = 0; open.length > 0; round++) {
      if (round === batchRounds) throw new Error('The table left part of a batch unread')
      if (round > 0) await pause(25 * 2 ** round * Math.random())
      const answer = await database().send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: open, ConsistentRead: true } } }),
      )
      found.push(...(answer.Responses?.[TableName] ?? []))
      open = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
    }
  }
  await Promise.all(chunks.map(readChunk))
  return found
}

/** One page of an index partition (or of an item collection, without `index`), in the order of its sort key. */
export type PartitionRead = {
  index?: keyof typeof indexes
  partition: string
  /** Only sort keys that begin so. */
  prefix?: string
  newestFirst?: boolean
  limit?: number
  /** Only these attributes, where whole items by the thousand would fill the memory. */
  only?: readonly string[]
  /** The last item's key of the page before. */
  after?: Item | undefined
}

/** Reads one page; `after` is absent when it was the last. */
export async function queryPage(read: PartitionRead): Promise<{ items: Item[]; after?: Item }> {
  const index = read.index && indexes[read.index]
  const [pk, sk] = index ? [`${index}pk`, `${index}sk`] : ['pk', 'sk']
  const input: QueryCommandInput = {
    ...table(),
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: read.prefix === undefined ? '#p = :p' : '#p = :p AND begins_with(#s, :s)',
    ExpressionAttributeNames: {
      '#p': pk,
      ...(read.prefix !== undefined && { '#s': sk }),
      ...Object.fromEntries((read.only ?? []).map((name) => [`#${name}`, name])),
    },
    ...(read.only && { ProjectionExpression: read.only.map((name) => `#${name}`).join(', ') }),
    ExpressionAttributeValues: {
      ':p': read.partition,
      ...(read.prefix !== undefined && { ':s': read.prefix }),
    },
    ScanIndexForward: read.newestFirst !== true,
    Limit: read.limit,
    ExclusiveStartKey: read.after,
  }
  const answer = await database().send(new QueryCommand(input))
  return { items: answer.Items ?? [], ...(answer.LastEvaluatedKey && { after: answer.LastEvaluatedKey }) }
}

/** Reads a whole partition, page by page. */
export async function queryAll(read: Omit<PartitionRead, 'after' | 'limit'>): Promise<Item[]> {
  const items: Item[] = []
  let after: Item | undefined
  do {
    const page = await queryPage({ ...read, after })
    items.push(...page.items)
    after = page.after
  } while (after)
  return items
}

type Bare<Input> = Omit<Input, 'TableName'>

/**
 * Values to set, to remove (`undefined`) and to add to a row, as an update of it. In `when` every attribute is
 * spelled `#name`, and every `:name` stands for a value of `values`.
 */
export type Change = {
  set?: Item
  add?: Record<string, number | Set<string>>
  when?: string
  values?: Item
}

/** The expressions of a change. All names go through placeholders, so that no reserved word is in the way. */
export function changing(key: Key, change: Change): Bare<UpdateCommandInput> {
  const setting = Object.entries(change.set ?? {})
  const sets = setting.filter(([, value]) => value !== undefined)
  const removes = setting.filter(([, value]) => value === undefined)
  const adds = Object.entries(change.add ?? {})
  const clauses = [
    sets.length > 0 && `SET ${sets.map(([name]) => `#${name} = :set_${name}`).join(', ')}`,
    removes.length > 0 && `REMOVE ${removes.map(([name]) => `#${name}`).join(', ')}`,
    adds.length > 0 && `ADD ${adds.map(([name]) => `#${name} :add_${name}`).join(', ')}`,
  ].filter((clause) => clause !== false)
  const values = {
    ...Object.fromEntries(sets.map(([name, value]) => [`:set_${name}`, value])),
    ...Object.fromEntries(adds.map(([name, value]) => [`:add_${name}`, value])),
    ...conditionValues(change.values),
  }
  return {
    Key: key,
    UpdateExpression: clauses.join(' '),
    ExpressionAttributeNames: namesIn(`${clauses.join(' ')} ${change.when ?? ''}`),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(change.when !== undefined && { ConditionExpression: change.when }),
  }
}

type Guard = { when?: string; values?: Item }

const conditionValues = (values: Item = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value]))

const namesIn = (expression: string) =>
  Object.fromEntries([...expression.matchAll(/#(\w+)/g)].map(([placeholder, name]) => [placeholder, name!]))

const guarded = ({ when, values }: Guard) =>
  when === undefined
    ? {}
    : {
        ConditionExpression: when,
        ...(/#/.test(when) && { ExpressionAttributeNames: namesIn(when) }),
        ...(values && { ExpressionAttributeValues: conditionValues(values) }),
      }

export const putting = (item: Item, guard: Guard = {}): Bare<PutCommandInput> => ({
  Item: item,
  ...guarded(guard),
})
export const deleting = (key: Key, guard: Guard = {}): Bare<DeleteCommandInput> => ({
  Key: key,
  ...guarded(guard),
})

const isRefused = (error: unknown) =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'

/** Runs a write; false when its condition did not hold. */
async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Puts an item; false when its condition did not hold. */
export function putItem(item: Item, guard?: Guard): Promise<boolean> {
  return unlessRefused(database().send(new PutCommand({ ...table(), ...putting(item, guard) })))
}

/** Deletes an item; false when its condition did not hold. */
export function deleteItem(key: Key, guard?: Guard): Promise<boolean> {
  return unlessRefused(database().send(new DeleteCommand({ ...table(), ...deleting(key, guard) })))
}

/** Changes an item and returns it as it is now; undefined when the condition did not hold. */
export async function changeItem(key: Key, change: Change): Promise<Item | undefined> {
  try {
    const answer = await database().send(
      new UpdateCommand({ ...table(), ...changing(key, change), ReturnValues: 'ALL_NEW' }),
    )
    return answer.Attributes
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** One step of a transaction. */
export type Write =
  | { Put: Bare<PutCommandInput> }
  | { Update: Bare<UpdateCommandInput> }
  | { Delete: Bare<DeleteCommandInput> }
  | { ConditionCheck: { Key: Key; ConditionExpression: string } & Omit<Bare<DeleteCommandInput>, 'Key'> }

/**
 * Two transactions that meet on one item cancel each other, and the SDK does not try again. With full jitter
 * from 20 ms doubling to at most 640 ms, 8 attempts bridge about 1 s: dozens of guests joining one property.
 */
const conflictAttempts = 8

/**
 * Writes all or nothing.
 *
 * @returns the positions of the writes whose condition did not hold; empty when everything was written
 */
export async function transact(writes: readonly Write[]): Promise<number[]> {
  const items = writes.map((write) => {
    const [[kind, input]] = Object.entries(write) as [[string, object]]
    return { [kind]: { ...table(), ...input } }
  }) as TransactWriteCommandInput['TransactItems']
  for (let attempt = 1; ; attempt++) {
    try {
      await database().send(new TransactWriteCommand({ TransactItems: items }))
      return []
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code)
      const refused = codes.flatMap((code, i) => (code === 'ConditionalCheckFailed' ? [i] : []))
      if (refused.length > 0) return refused
      const mayPass = codes.some((code) => code === 'TransactionConflict' || code === 'ThrottlingError')
      if (!mayPass || attempt === conflictAttempts) throw error
      await pause(Math.random() * 20 * 2 ** Math.min(attempt, 5))
    }
  }
}
