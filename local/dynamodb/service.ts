import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Clock, Service, ServiceRequest, ServiceResponse } from '../service.ts'
import { openDirectory } from './directory.ts'
import { fault, isException, isFault, run, validate } from './dynalite.ts'
import type { ActionName, Json } from './dynalite.ts'
import { createLocks } from './locks.ts'
import { openTables } from './tables.ts'
import type { TableResource } from './tables.ts'
import { createTransactions } from './transactions.ts'
import { sweepExpired } from './ttl.ts'
import { batchWriteItem, tableOf, writeItem } from './writes.ts'
import type { Database } from './writes.ts'

export type DynamodbOptions = {
  /** Where the data is kept; in memory without it. */
  dir?: string | undefined
  clock: Clock
  /** The tables of the template: resolved properties of AWS::DynamoDB::GlobalTable. */
  tables: readonly TableResource[]
}

export type Dynamodb = Service & {
  /** Deletes the items whose time to live is over; done by itself once a minute. */
  sweep(): Promise<void>
}

/** AWS takes up to days to delete an expired item, so code must not rely on it: a minute is soon enough. */
const sweepEveryMs = 60_000

/** DynamoDB on this machine. Throws `StartupError` when the stored data cannot be used. */
export const createDynamodb = async ({ dir, clock, tables }: DynamodbOptions): Promise<Dynamodb> => {
  const store = await openDirectory(dir)
  const database: Database = { store, tables: await openTables(store, tables), locks: createLocks() }
  const operations = createOperations(database, clock)

  const sweep = () =>
    sweepExpired(store.db, database.tables, clock.now(), async (table, key, ttlAttribute, seconds) => {
      try {
        await writeItem(database, 'deleteItem', {
          TableName: table,
          Key: key,
          // The item may have been given more time since the list was read.
          ConditionExpression: '#ttl < :now',
          ExpressionAttributeNames: { '#ttl': ttlAttribute },
          ExpressionAttributeValues: { ':now': { N: String(seconds) } },
        })
      } catch (error) {
        if (!isException(error, 'ConditionalCheckFailedException')) throw error
      }
    })
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => process.emitWarning(String(error)))
  }, sweepEveryMs)
  timer.unref()

  return {
    handle: (request) => answer(request, operations),
    sweep,
    close: async () => {
      clearInterval(timer)
      await sweeping
      await store.db.close()
    },
  }
}

type Operations = Record<string, (request: Json) => Promise<Json>>

const createOperations = (database: Database, clock: Clock): Operations => {
  const transactions = createTransactions(database, clock)
  const read = (action: ActionName) => async (request: Json) =>
    run(database.store, action, validate(database.store, action, request))
  const write = (action: ActionName) => (request: Json) => writeItem(database, action, request)
  return {
    GetItem: read('getItem'),
    Query: read('query'),
    Scan: read('scan'),
    BatchGetItem: read('batchGetItem'),
    PutItem: write('putItem'),
    UpdateItem: write('updateItem'),
    DeleteItem: write('deleteItem'),
    BatchWriteItem: (request) => batchWriteItem(database, request),
    TransactWriteItems: transactions.write,
    TransactGetItems: transactions.get,
    DescribeTable: async ({ TableName }) => ({ Table: tableOf(database, TableName) }),
    ListTables: async () => ({ TableNames: [...database.tables.keys()].toSorted() }),
  }
}

const answer = async (request: ServiceRequest, operations: Operations): Promise<ServiceResponse> => {
  try {
    const name = request.headers['x-amz-target']?.split('.')[1] ?? ''
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (!operation) throw fault('UnknownOperationException', `${name} is not offered by the local DynamoDB.`)
    return reply(200, await operation(readBody(request)))
  } catch (error) {
    if (isFault(error)) return reply(error.statusCode, error.body)
    process.emitWarning(error instanceof Error ? error : String(error))
    return reply(500, {
      __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
      message: String(error),
    })
  }
}

const reply = (status: number, body: Json): ServiceResponse => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
  body: JSON.stringify(body),
})

const readBody = ({ headers, body }: ServiceRequest): Json => {
  try {
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    return JSON.parse(text.toString('utf8')) as Json
  } catch {
    throw fault('SerializationException', 'The request body is not JSON.')
  }
}
