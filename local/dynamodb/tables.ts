import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { StartupError } from '../startup-error.ts'
import { dynalite, fault } from './dynalite.ts'
import type { Index, Item, Operation, Store, Table } from './dynalite.ts'
import { afterAll, indexPrefix, itemKey } from './keys.ts'

const KeySchemaProperty = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }))

const IndexProperty = z.object({
  IndexName: z.string(),
  KeySchema: KeySchemaProperty,
  Projection: z.object({
    ProjectionType: z.string().default('ALL'),
    NonKeyAttributes: z.array(z.string()).exactOptional(),
  }),
})

/** What matters here of the resolved properties of an AWS::DynamoDB::GlobalTable. */
const TableProperties = z.object({
  TableName: z.string(),
  KeySchema: KeySchemaProperty,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  GlobalSecondaryIndexes: z.array(IndexProperty).exactOptional(),
  LocalSecondaryIndexes: z.array(IndexProperty).exactOptional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().exactOptional(), Enabled: z.boolean() })
    .exactOptional(),
})

/** A table as the template describes it. */
export type TableResource = { TableName: string } & Record<string, unknown>

/** A table that is open, with the attribute (if any) whose epoch seconds end an item's life. */
export type OpenTable = { description: Table; ttlAttribute: string | undefined }

export type OpenTables = ReadonlyMap<string, OpenTable>

const descriptionKey = (name: string): string => `description~${name}`

/**
 * Makes the stored tables those of the template: creates missing ones, fills new indexes from the items, drops
 * removed ones. Throws `StartupError` where the stored items could not fit any more (other keys).
 */
export const openTables = async (store: Store, tables: readonly TableResource[]): Promise<OpenTables> => {
  const open = new Map<string, OpenTable>()
  for (const resource of tables) {
    const { TimeToLiveSpecification: ttl, ...properties } = TableProperties.parse(resource)
    const name = properties.TableName
    const wanted: Table = { ...properties, TableStatus: 'ACTIVE' }
    const stored = (await store.db.get(descriptionKey(name))) as Table | undefined
    if (stored) await migrate(store, stored, wanted)
    if (!isDeepStrictEqual(stored, wanted)) {
      await store.db.batch([{ type: 'put', key: descriptionKey(name), value: wanted }])
    }
    open.set(name, { description: wanted, ttlAttribute: ttl?.Enabled ? ttl.AttributeName : undefined })
  }
  // Answered from memory: every action asks, and nothing changes a table while it is open.
  store.getTable = (name, checkStatus, done) => {
    const answer = typeof checkStatus === 'function' ? checkStatus : done
    const table = open.get(name)
    if (table) answer?.(null, table.description)
    else answer?.(fault('ResourceNotFoundException', 'Requested resource not found'))
  }
  return open
}

const migrate = async (store: Store, stored: Table, wanted: Table): Promise<void> => {
  const sameKeys =
    isDeepStrictEqual(stored.KeySchema, wanted.KeySchema) &&
    wanted.KeySchema.every(({ AttributeName: key }) => typeOf(stored, key) === typeOf(wanted, key))
  if (!sameKeys || !isDeepStrictEqual(stored.LocalSecondaryIndexes, wanted.LocalSecondaryIndexes)) {
    throw new StartupError(
      `The stored table ${wanted.TableName} has other keys than the template. ` +
        'Its data was left untouched. Start empty with: npm start -- --fresh',
    )
  }
  const [before, after] = [stored.GlobalSecondaryIndexes ?? [], wanted.GlobalSecondaryIndexes ?? []]
  for (const index of before.filter((old) => !isIn(after, old))) {
    const prefix = indexPrefix('Global', wanted.TableName, index.IndexName)
    await store.db.clear({ gte: prefix, lt: prefix + afterAll })
  }
  const added = after.filter((index) => !isIn(before, index))
  if (added.length > 0) await fillIndexes(store, wanted, added)
}

const typeOf = (table: Table, attribute: string) =>
  table.AttributeDefinitions.find(({ AttributeName }) => AttributeName === attribute)?.AttributeType

const isIn = (indexes: Index[], index: Index) => indexes.some((other) => isDeepStrictEqual(other, index))

const fillIndexes = async (store: Store, table: Table, indexes: Index[]): Promise<void> => {
  const prefix = itemKey(table.TableName, '')
  const operations: Operation[] = []
  for await (const [, item] of store.db.iterator({ gte: prefix, lt: prefix + afterAll })) {
    for (const entry of dynalite.getIndexActions(indexes, undefined, item as Item, table).puts) {
      const key = indexPrefix('Global', table.TableName, entry.index) + entry.key
      operations.push({ type: 'put', key, value: entry.item })
    }
  }
  await store.db.batch(operations)
}
