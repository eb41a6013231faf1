import { consumedCapacity, writeUnits } from './capacity.ts'
import { dynalite, fault, isException, run, validate } from './dynalite.ts'
import type { ActionName, Item, Json, Store, Table } from './dynalite.ts'
import { locate } from './keys.ts'
import type { Locks } from './locks.ts'
import { createOverlay } from './overlay.ts'
import type { Change, Overlay } from './overlay.ts'
import type { OpenTables } from './tables.ts'
import { expiryOperations } from './ttl.ts'

export type Database = { store: Store; tables: OpenTables; locks: Locks }

/** A request whose shape is checked, with the place of the item that it writes. */
export type ItemWrite = { action: ActionName; request: Json; raw: Json; location: string }

export const tableOf = ({ tables }: Database, name: unknown): Table => {
  const table = tables.get(String(name))
  if (!table) throw fault('ResourceNotFoundException', 'Requested resource not found')
  return table.description
}

/** PutItem, UpdateItem, DeleteItem. */
export const writeItem = async (database: Database, action: ActionName, raw: Json): Promise<Json> => {
  const write = prepare(database, action, raw)
  const { result, changes } = await commit(database, [write.location], (overlay) => apply(overlay, write))
  const [capacity] = capacityOf(database, raw, changes) ?? []
  return capacity ? { ...result, ConsumedCapacity: capacity } : result
}

/** Up to 25 puts and deletes, each for itself in AWS; here they arrive together. */
export const batchWriteItem = async (database: Database, raw: Json): Promise<Json> => {
  const request = validate(database.store, 'batchWriteItem', { ...raw, ReturnConsumedCapacity: undefined })
  const requests = request['RequestItems'] as Record<
    string,
    { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]
  >
  const locations = Object.entries(requests).flatMap(([name, writes]) =>
    writes.map((write) =>
      locate(write.PutRequest?.Item ?? write.DeleteRequest?.Key ?? {}, tableOf(database, name)),
    ),
  )
  const { result, changes } = await commit(database, locations, (overlay) =>
    run(overlay.store, 'batchWriteItem', request),
  )
  const capacity = capacityOf(database, raw, changes)
  return capacity ? { ...result, ConsumedCapacity: capacity } : result
}

/** Checks one write's shape and finds its item. */
export const prepare = (database: Database, action: ActionName, raw: Json): ItemWrite => {
  // Capacity is counted here, indexes included, and not by dynalite.
  const request = validate(database.store, action, { ...raw, ReturnConsumedCapacity: undefined })
  const table = tableOf(database, request['TableName'])
  const item = request['Item'] as Item | undefined
  const invalid = item && dynalite.validateItem(item, table)
  if (invalid) throw invalid
  return { action, request, raw, location: locate(item ?? (request['Key'] as Item), table) }
}

/** Runs one write against an overlay. A failed condition carries the item when the request wants to see it. */
export const apply = async (
  overlay: Overlay,
  { action, request, raw, location }: ItemWrite,
): Promise<Json> => {
  try {
    return await run(overlay.store, action, request)
  } catch (error) {
    if (isException(error, 'ConditionalCheckFailedException') && wantsOldItem(raw)) {
      const before = overlay.changes().get(location)?.before
      if (before) error.body['Item'] = before
    }
    throw error
  }
}

export const wantsOldItem = (raw: Json): boolean => raw['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD'

/** Runs work alone on its items and writes what it leaves in the overlay: all of it, or nothing. */
export const commit = <T>(
  database: Database,
  locations: string[],
  work: (overlay: Overlay) => Promise<T>,
): Promise<{ result: T; changes: Map<string, Change> }> =>
  database.locks(locations, async () => {
    const overlay = createOverlay(database.store)
    const result = await work(overlay)
    const changes = overlay.changes()
    for (const change of changes.values()) refuseEmptyIndexKey(change, tableOf(database, change.table))
    const operations = [...overlay.operations(), ...expiryOperations(changes, database.tables)]
    if (operations.length > 0) await database.store.db.batch(operations)
    return { result, changes }
  })

export const capacityOf = (
  database: Database,
  raw: Json,
  changes: Map<string, Change>,
  factor?: number,
): Json[] | undefined =>
  raw['ReturnConsumedCapacity'] === undefined
    ? undefined
    : consumedCapacity(
        raw['ReturnConsumedCapacity'],
        writeUnits(changes.values(), (name) => tableOf(database, name), factor),
      )

/** dynalite lets an empty string into an index; the service does not. */
const refuseEmptyIndexKey = ({ after }: Change, table: Table): void => {
  for (const { IndexName, KeySchema } of table.GlobalSecondaryIndexes ?? []) {
    const empty = KeySchema.find(({ AttributeName }) => after?.[AttributeName]?.['S'] === '')
    if (empty) {
      throw fault(
        'ValidationException',
        'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
          'The AttributeValue for a key attribute cannot contain an empty string value. ' +
          `IndexName: ${IndexName}, IndexKey: ${empty.AttributeName}`,
      )
    }
  }
}
