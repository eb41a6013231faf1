import type { Item, Operation, Store, SubDb } from './dynalite.ts'
import { indexPrefix, itemKey } from './keys.ts'

/** What one item was before a request and what the request makes of it. */
export type Change = { table: string; before: Item | undefined; after: Item | undefined }

export type Overlay = {
  /** A store for dynalite's actions that keeps every write to itself. */
  store: Store
  /** By the item's key in the database. An item that was only read has `before` and `after` alike. */
  changes(): Map<string, Change>
  /** Everything written so far, the index entries included, in the form of one LevelDB batch. */
  operations(): Operation[]
}

/**
 * dynalite writes an item and each of its index entries one by one. Run against an overlay, an action (or all
 * actions of a transaction) becomes one batch, which LevelDB writes as a whole or not at all.
 */
export const createOverlay = (store: Store): Overlay => {
  const written = new Map<string, Item | undefined>()
  const changes = new Map<string, Change>()

  const wrap = (
    prefix: string,
    onRead: (key: string, item: Item | undefined) => void,
    real: SubDb,
  ): SubDb => ({
    // The caller holds the locks of all items that it touches.
    lock: (_key, work) => work((done) => done),
    get: (key, done) => {
      if (written.has(prefix + key)) return done(null, written.get(prefix + key))
      real.get(key, (error, item) => {
        if (!error) onRead(prefix + key, item)
        done(error, item)
      })
    },
    put: (key, value, done) => {
      written.set(prefix + key, value)
      done(null)
    },
    del: (key, done) => {
      written.set(prefix + key, undefined)
      done(null)
    },
    createValueStream: (range) => real.createValueStream(range),
  })

  return {
    store: {
      ...store,
      getItemDb: (table) =>
        wrap(
          itemKey(table, ''),
          (key, item) => changes.set(key, { table, before: item, after: item }),
          store.getItemDb(table),
        ),
      getIndexDb: (type, table, index) =>
        wrap(indexPrefix(type, table, index), () => undefined, store.getIndexDb(type, table, index)),
    },
    changes: () => {
      for (const [key, change] of changes) if (written.has(key)) change.after = written.get(key)
      return changes
    },
    operations: () =>
      [...written].map(([key, value]) => (value ? { type: 'put', key, value } : { type: 'del', key })),
  }
}
