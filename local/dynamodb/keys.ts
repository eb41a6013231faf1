import { dynalite } from './dynalite.ts'
import type { Item, Table } from './dynalite.ts'

/** The key under which LevelDB holds an item; with an empty `key`, the prefix of a table's items. */
export const itemKey = (table: string, key: string): string => `item-${table}~${key}`

/** The prefix of an index's entries. `type` is `Global` or `Local`. */
export const indexPrefix = (type: string, table: string, index: string): string =>
  `index-${type.toLowerCase()}~${table}~${index}~`

/** Sorts after everything that follows a prefix: all of dynalite's keys are plain ASCII. */
export const afterAll = '\x7f'

/** The primary key of an item. */
export const primaryKey = (item: Item, table: Table): Item =>
  Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => [name, item[name] ?? {}]))

/** Where an item (or the item of a key) lives in LevelDB. Throws a ValidationException for an impossible key. */
export const locate = (item: Item, table: Table): string => {
  const key = primaryKey(item, table)
  const invalid = dynalite.validateKey(key, table)
  if (invalid) throw invalid
  return itemKey(table.TableName, dynalite.createKey(key, table))
}
