import { randomUUID } from 'node:crypto'
import type { QueueDefinition } from '../assembly/model.ts'
import type { AlarmClock } from '../clock.ts'
import type { Database } from '../database.ts'

export type Message = {
  id: string
  body: string
  attributes: Record<string, unknown>
  sentAt: number
  firstReceivedAt: number
  receiveCount: number
  receipt: string
}

/** Asked before each delivery; fault tests answer as an at-least-once queue may behave. */
export type DeliveryHook = (delivery: {
  queue: string
  messageId: string
  body: string
  receiveCount: number
}) => 'duplicate' | 'postpone' | undefined

/** One queue, kept in the database so that its messages outlive the process. */
export type Queue = {
  definition: QueueDefinition
  send(body: string, options?: { delaySeconds?: number; attributes?: Record<string, unknown> }): string
  /** Up to `max` visible messages, hidden from others for `visibilitySeconds` (the queue's own by default). */
  receive(max: number, visibilitySeconds?: number): Message[]
  delete(receipt: string): void
  changeVisibility(receipt: string, seconds: number): boolean
  purge(): void
  counts(): QueueCounts
  /** Bodies of all messages, oldest first, whoever may be handling them. */
  peek(): { id: string; body: string; receiveCount: number }[]
  /** Calls `listener` whenever a message may have become visible, until the returned function is called. */
  onVisible(listener: () => void): () => void
}

/** Messages that can be received, are being handled, or wait for their delay. */
export type QueueCounts = { visible: number; inFlight: number; delayed: number }

/** A postponed message comes back after others: long enough to be overtaken, short enough not to matter. */
const postponedSeconds = 1

export function createQueueTable(database: Database): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS messages (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      queue TEXT NOT NULL,
      id TEXT NOT NULL,
      body TEXT NOT NULL,
      attributes TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      visible_at INTEGER NOT NULL,
      first_received_at INTEGER,
      receive_count INTEGER NOT NULL DEFAULT 0,
      receipt TEXT,
      extra_deliveries INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_at, sequence);
    CREATE INDEX IF NOT EXISTS messages_by_receipt ON messages (receipt);
  `)
}

type Row = {
  sequence: number
  id: string
  body: string
  attributes: string
  sent_at: number
  first_received_at: number | null
  receive_count: number
}

/**
 * Opens one queue. `deadLetter` takes what was received more often than the redrive policy allows.
 * Messages past their retention are dropped at the start, which is often enough on one machine.
 */
export function openQueue(
  definition: QueueDefinition,
  database: Database,
  clock: AlarmClock,
  deadLetter: (body: string, attributes: Record<string, unknown>) => void,
  hook: () => DeliveryHook | undefined,
): Queue {
  const name = definition.physicalName
  const insert = database.prepare(
    'INSERT INTO messages (queue, id, body, attributes, sent_at, visible_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const selectVisible = database.prepare(
    'SELECT * FROM messages WHERE queue = ? AND visible_at <= ? ORDER BY visible_at, sequence LIMIT ?',
  )
  const hide = database.prepare(
    'UPDATE messages SET visible_at = ?, first_received_at = ?, receive_count = ?, receipt = ? WHERE sequence = ?',
  )
  const show = database.prepare('UPDATE messages SET visible_at = ? WHERE sequence = ?')
  const remove = database.prepare('DELETE FROM messages WHERE sequence = ?')
  const keepForMore = database.prepare('UPDATE messages SET extra_deliveries = 1 WHERE sequence = ?')
  const useUpExtra = database.prepare(
    'UPDATE messages SET extra_deliveries = 0, visible_at = ?, receive_count = 0, receipt = NULL WHERE receipt = ? AND extra_deliveries > 0',
  )
  const removeByReceipt = database.prepare('DELETE FROM messages WHERE receipt = ?')
  const showByReceipt = database.prepare('UPDATE messages SET visible_at = ? WHERE receipt = ?')
  const nextHidden = database.prepare(
    'SELECT MIN(visible_at) AS instant FROM messages WHERE queue = ? AND visible_at > ?',
  )
  const countBoth = database.prepare(
    `SELECT COALESCE(SUM(visible_at <= :now), 0) AS visible,
            COALESCE(SUM(visible_at > :now AND receive_count > 0), 0) AS inFlight,
            COALESCE(SUM(visible_at > :now AND receive_count = 0), 0) AS delayed
     FROM messages WHERE queue = :queue`,
  )
  const listeners = new Set<() => void>()
  let armedFor = Infinity

  database
    .prepare('DELETE FROM messages WHERE queue = ? AND sent_at < ?')
    .run(name, clock.now() - definition.retentionSeconds * 1000)

  /** One alarm per queue, for the earliest message that is hidden; stale alarms find nothing and arm anew. */
  const arm = (instant: number) => {
    if (instant >= armedFor) return
    armedFor = instant
    clock.at(instant, () => {
      if (armedFor === instant) {
        armedFor = Infinity
        const next = nextHidden.get(name, clock.now()) as { instant: number | null }
        if (next.instant !== null) arm(next.instant)
      }
      announce()
    })
  }
  const announce = () => {
    for (const listener of listeners) listener()
  }

  const take = (row: Row, visibleAt: number): Message | undefined => {
    const receiveCount = row.receive_count + 1
    const { redrive } = definition
    if (redrive && receiveCount > redrive.maxReceiveCount) {
      deadLetter(row.body, JSON.parse(row.attributes) as Record<string, unknown>)
      remove.run(row.sequence)
      return undefined
    }
    const asked = hook()?.({ queue: definition.name, messageId: row.id, body: row.body, receiveCount })
    if (asked === 'postpone') {
      const instant = clock.now() + postponedSeconds * 1000
      show.run(instant, row.sequence)
      arm(instant)
      return undefined
    }
    if (asked === 'duplicate') keepForMore.run(row.sequence)
    const receipt = randomUUID()
    const firstReceivedAt = row.first_received_at ?? clock.now()
    hide.run(visibleAt, firstReceivedAt, receiveCount, receipt, row.sequence)
    arm(visibleAt)
    return {
      id: row.id,
      body: row.body,
      attributes: JSON.parse(row.attributes) as Record<string, unknown>,
      sentAt: row.sent_at,
      firstReceivedAt,
      receiveCount,
      receipt,
    }
  }

  const hidden = nextHidden.get(name, clock.now()) as { instant: number | null }
  if (hidden.instant !== null) arm(hidden.instant)

  return {
    definition,
    send(body, options = {}) {
      const id = randomUUID()
      const sentAt = clock.now()
      const delaySeconds = options.delaySeconds ?? definition.delaySeconds
      const visibleAt = sentAt + delaySeconds * 1000
      insert.run(name, id, body, JSON.stringify(options.attributes ?? {}), sentAt, visibleAt)
      if (delaySeconds > 0) arm(visibleAt)
      else announce()
      return id
    },
    receive(max, visibilitySeconds = definition.visibilityTimeoutSeconds) {
      const messages: Message[] = []
      while (messages.length < max) {
        const now = clock.now()
        const rows = selectVisible.all(name, now, max - messages.length) as Row[]
        if (rows.length === 0) break
        for (const row of rows) {
          const message = take(row, now + visibilitySeconds * 1000)
          if (message) messages.push(message)
        }
      }
      return messages
    },
    delete(receipt) {
      const again = useUpExtra.run(clock.now(), receipt)
      if (again.changes > 0) return announce()
      removeByReceipt.run(receipt)
    },
    changeVisibility(receipt, seconds) {
      const instant = clock.now() + seconds * 1000
      const changed = Number(showByReceipt.run(instant, receipt).changes) > 0
      if (seconds > 0) arm(instant)
      else announce()
      return changed
    },
    purge() {
      database.prepare('DELETE FROM messages WHERE queue = ?').run(name)
    },
    counts: () => countBoth.get({ now: clock.now(), queue: name }) as QueueCounts,
    peek() {
      const rows = database
        .prepare('SELECT id, body, receive_count FROM messages WHERE queue = ? ORDER BY sequence')
        .all(name) as Row[]
      return rows.map(({ id, body, receive_count }) => ({ id, body, receiveCount: receive_count }))
    },
    onVisible(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
