import { isDeepStrictEqual } from 'node:util'
import { dynalite } from './dynalite.ts'
import type { Index, Item, Json, Table } from './dynalite.ts'
import type { Change } from './overlay.ts'

/** Write units of a table and of each of its indexes. */
export type Units = { table: number; indexes: Map<string, number> }

/** A transaction prepares and then commits every item: both are charged. */
export const transactional = 2

/**
 * What the changes of one request cost, per table: a unit for each KB begun, of the item and of each index
 * entry that appears, changes or goes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export const writeUnits = (
  changes: Iterable<Change>,
  tableOf: (name: string) => Table,
  factor = 1,
): Map<string, Units> => {
  const byTable = new Map<string, Units>()
  for (const { table: name, before, after } of changes) {
    const table = tableOf(name)
    const units = byTable.get(name) ?? { table: 0, indexes: new Map<string, number>() }
    byTable.set(name, units)
    units.table += factor * Math.max(itemUnits(before), itemUnits(after), 1)
    for (const index of table.GlobalSecondaryIndexes ?? []) {
      const cost = factor * indexUnits(indexEntry(index, before, table), indexEntry(index, after, table))
      if (cost) units.indexes.set(index.IndexName, (units.indexes.get(index.IndexName) ?? 0) + cost)
    }
  }
  return byTable
}

/** The `ConsumedCapacity` entries of a reply; undefined when the request did not ask for them. */
export const consumedCapacity = (mode: unknown, units: Map<string, Units>): Json[] | undefined => {
  if (mode !== 'TOTAL' && mode !== 'INDEXES') return undefined
  return [...units].map(([name, { table, indexes }]) => {
    const total = table + [...indexes.values()].reduce((sum, cost) => sum + cost, 0)
    const perIndex = [...indexes].map(([index, cost]) => [index, { CapacityUnits: cost }] as const)
    return {
      TableName: name,
      CapacityUnits: total,
      ...(mode === 'INDEXES' && { Table: { CapacityUnits: table } }),
      ...(mode === 'INDEXES' &&
        perIndex.length > 0 && { GlobalSecondaryIndexes: Object.fromEntries(perIndex) }),
    }
  })
}

const itemUnits = (item: Item | undefined): number => (item ? Math.ceil(dynalite.itemSize(item) / 1024) : 0)

type Entry = { key: string; item: Item } | undefined

const indexEntry = (index: Index, item: Item | undefined, table: Table): Entry =>
  dynalite.getIndexActions([index], undefined, item, table).puts[0]

const indexUnits = (before: Entry, after: Entry): number => {
  // Cloned, because dynalite mixes objects with and without a prototype.
  if (isDeepStrictEqual(structuredClone(before), structuredClone(after))) return 0
  const [removed, added] = [itemUnits(before?.item), itemUnits(after?.item)]
  return before?.key === after?.key ? Math.max(removed, added) : removed + added
}
