import type { Database } from './database.ts'
import type { Clock } from './service.ts'

/** A message as its receiver would see it, with what a test wants to know of how it was sent. */
export type InboxMessage = {
  id: string
  kind: 'email' | 'sms'
  /** The provider's message id, as the sender was told. */
  messageId: string
  /** ISO instant of acceptance, on the product's clock. */
  sentAt: string
  from: string
  to: string[]
  replyTo?: string
  subject?: string
  text: string
  html?: string
  /** Lower-case names; repeated headers are joined by line feeds. */
  headers: Record<string, string>
  /** SES message tags. */
  tags: Record<string, string>
  configurationSet?: string
}

export type Inbox = {
  add(message: Omit<InboxMessage, 'id' | 'sentAt'>): InboxMessage
  /** Newest first. */
  list(): InboxMessage[]
  clear(): void
  /** Phones that answered STOP. */
  optedOut(phone: string): boolean
  optOut(phone: string): void
  optIn(phone: string): void
  listOptedOut(): string[]
}

export function createInbox(database: Database, clock: Clock): Inbox {
  database.exec(`
    CREATE TABLE IF NOT EXISTS inbox (id INTEGER PRIMARY KEY, message TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS opted_out (phone TEXT PRIMARY KEY)`)
  const insert = database.prepare('INSERT INTO inbox (message) VALUES (?)')
  return {
    add(message) {
      const stored = { ...message, sentAt: new Date(clock.now()).toISOString() }
      const { lastInsertRowid } = insert.run(JSON.stringify(stored))
      return { ...stored, id: String(lastInsertRowid) }
    },
    list() {
      const rows = database.prepare('SELECT id, message FROM inbox ORDER BY id DESC').all()
      return rows.map((row) => ({
        ...(JSON.parse(String(row['message'])) as InboxMessage),
        id: String(row['id']),
      }))
    },
    clear: () => database.exec('DELETE FROM inbox'),
    optedOut: (phone) => database.prepare('SELECT 1 FROM opted_out WHERE phone = ?').get(phone) !== undefined,
    optOut: (phone) => void database.prepare('INSERT OR IGNORE INTO opted_out VALUES (?)').run(phone),
    optIn: (phone) => void database.prepare('DELETE FROM opted_out WHERE phone = ?').run(phone),
    listOptedOut: () =>
      database
        .prepare('SELECT phone FROM opted_out ORDER BY phone')
        .all()
        .map((row) => String(row['phone'])),
  }
}
