import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'

/**
 * dynalite as a library: it speaks DynamoDB's expressions, validations and item layout over LevelDB. It has no
 * types and no public entry but its own HTTP server, so this file is the only one that knows its insides.
 */

export type AttributeValue = Record<string, unknown>
export type Item = Record<string, AttributeValue>
/** A request or a reply of DynamoDB's JSON protocol. */
export type Json = Record<string, unknown>

export type KeySchema = { AttributeName: string; KeyType: string }[]

export type Index = {
  IndexName: string
  KeySchema: KeySchema
  Projection: { ProjectionType?: string; NonKeyAttributes?: string[] }
}

/** What dynalite needs to know of a table. */
export type Table = {
  TableName: string
  TableStatus: string
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[]
  KeySchema: KeySchema
  GlobalSecondaryIndexes?: Index[]
  LocalSecondaryIndexes?: Index[]
}

type Callback<T> = (error: Error | null, value?: T) => void

/** A range of keys under one prefix. */
export type SubDb = {
  lock(key: string, run: (release: (done: Callback<unknown>) => Callback<unknown>) => void): void
  get(key: string, done: Callback<Item>): void
  put(key: string, value: Item, done: Callback<void>): void
  del(key: string, done: Callback<void>): void
  createValueStream(range: object): Readable
}

export type Operation = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string }

/** The LevelDB under dynalite, with its keys as dynalite writes them. */
export type Level = {
  open(): Promise<void>
  close(): Promise<void>
  get(key: string): Promise<unknown>
  batch(operations: Operation[]): Promise<void>
  clear(range: { gte: string; lt: string }): Promise<void>
  iterator(range: { gte: string; lt: string }): AsyncIterable<[string, unknown]>
  values(range: object): Iterator
}

/** A walk over a range, which holds a snapshot of the data until it is closed. */
type Iterator = { next(): Promise<unknown>; close(): Promise<void>; return?: () => Promise<void> }

export type Store = {
  db: Level
  getTable(name: string, checkStatus: boolean | Callback<Table>, done?: Callback<Table>): void
  getItemDb(table: string): SubDb
  getIndexDb(type: string, table: string, index: string): SubDb
}

/** A fault as the SDK expects it: `__type` names the exception. */
export type ServiceFault = Error & { statusCode: number; body: Json & { __type: string } }

export type Action = (store: Store, request: Json, done: Callback<Json>) => void

type IndexAction = { index: string; key: string; item: Item }

type Db = {
  create(options: { path?: string }): Store
  createKey(item: Item, table: Table): string
  validateItem(item: Item, table: Table): ServiceFault | undefined
  validateKey(key: Item, table: Table): ServiceFault | undefined
  checkConditional(request: Json, existing: Item | undefined): ServiceFault | null | undefined
  getIndexActions(
    indexes: Index[],
    existing: Item | undefined,
    item: Item | undefined,
    table: Table,
  ): { puts: IndexAction[]; deletes: { index: string; key: string }[] }
  itemSize(item: Item): number
}

type Validation = { types: Json; custom: unknown }
type Validations = {
  checkTypes(request: Json, types: Json): Json
  checkValidations(request: Json, types: Json, custom: unknown, store: Store): void
}

const require = createRequire(import.meta.url)

export const dynalite = require('dynalite/db') as Db
const validations = require('dynalite/validations') as Validations

const names = [
  'putItem',
  'updateItem',
  'deleteItem',
  'getItem',
  'query',
  'scan',
  'batchGetItem',
  'batchWriteItem',
] as const
export type ActionName = (typeof names)[number]

const actions = Object.fromEntries(
  names.map((name) => [
    name,
    {
      run: require(`dynalite/actions/${name}`) as Action,
      validation: require(`dynalite/validations/${name}`) as Validation,
    },
  ]),
) as Record<ActionName, { run: Action; validation: Validation }>

/** Checks a request's shape and parses its expressions, as the service does before it looks at any data. */
export const validate = (store: Store, action: ActionName, request: Json): Json => {
  const { types, custom } = actions[action].validation
  const checked = validations.checkTypes(request, types)
  validations.checkValidations(checked, types, custom, store)
  return checked
}

/** Runs an action on a validated request. */
export const run = (store: Store, action: ActionName, request: Json): Promise<Json> =>
  new Promise((resolve, reject) => {
    actions[action].run(store, request, (error, reply) => (error ? reject(error) : resolve(reply ?? {})))
  })

const exceptionPrefix = 'com.amazonaws.dynamodb.v20120810#'

export const fault = (name: string, message: string, extra: Json = {}): ServiceFault => {
  const prefix = name === 'ValidationException' ? 'com.amazon.coral.validate#' : exceptionPrefix
  return Object.assign(new Error(message), {
    statusCode: 400,
    body: { __type: prefix + name, message, ...extra },
  })
}

export const isFault = (error: unknown): error is ServiceFault =>
  error instanceof Error && 'statusCode' in error && 'body' in error

/** Whether an error is the named exception of DynamoDB. */
export const isException = (error: unknown, name: string): error is ServiceFault =>
  isFault(error) && error.body['__type'].endsWith(`#${name}`)
