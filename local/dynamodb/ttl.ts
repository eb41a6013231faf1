import type { Item, Level, Operation } from './dynalite.ts'
import { primaryKey } from './keys.ts'
import type { Change } from './overlay.ts'
import type { OpenTable, OpenTables } from './tables.ts'

/**
 * Items that will expire are listed in the database by their time, in the same batch that writes them: a sweep
 * reads what is due and nothing else, and a restart has nothing to rebuild.
 */

/** Ten digits hold the epoch seconds until the year 2286, and keep the keys in order of time. */
const timeDigits = 10

const listPrefix = (table: string): string => `expiry~${table}~`
const entryKey = (table: string, seconds: number, key: string): string =>
  `${listPrefix(table)}${String(seconds).padStart(timeDigits, '0')}~${key}`

/** The entries of the expiry list that the changes of one request add or remove. */
export const expiryOperations = (changes: Map<string, Change>, tables: OpenTables): Operation[] =>
  [...changes].flatMap(([key, { table: name, before, after }]): Operation[] => {
    const table = tables.get(name)
    const [old, next] = [expiresAt(before, table), expiresAt(after, table)]
    if (!table || old === next) return []
    return [
      ...(old === undefined ? [] : [{ type: 'del' as const, key: entryKey(name, old, key) }]),
      ...(next === undefined || !after
        ? []
        : [
            {
              type: 'put' as const,
              key: entryKey(name, next, key),
              value: primaryKey(after, table.description),
            },
          ]),
    ]
  })

/** Calls `remove` with the key of each item whose time is over. `now` in milliseconds. */
export const sweepExpired = async (
  db: Level,
  tables: OpenTables,
  now: number,
  remove: (table: string, key: Item, ttlAttribute: string, seconds: number) => Promise<void>,
): Promise<void> => {
  const seconds = Math.floor(now / 1000)
  for (const [name, { ttlAttribute }] of tables) {
    if (ttlAttribute === undefined) continue
    const prefix = listPrefix(name)
    const due = { gte: prefix, lt: prefix + String(seconds).padStart(timeDigits, '0') }
    for await (const [, key] of db.iterator(due)) await remove(name, key as Item, ttlAttribute, seconds)
  }
}

const expiresAt = (item: Item | undefined, table: OpenTable | undefined): number | undefined => {
  const value = table?.ttlAttribute === undefined ? undefined : item?.[table.ttlAttribute]?.['N']
  const seconds = Number(value)
  // Anything else than a plain epoch second never expires, as in AWS.
  return value !== undefined && Number.isInteger(seconds) && seconds >= 0 && seconds < 10 ** timeDigits
    ? seconds
    : undefined
}
