import type { DatabaseSync } from 'node:sqlite'
import type { Verifier } from './srp.ts'

export type User = {
  /** A UUID: the user's name in the pool, and the `sub` of its tokens. */
  sub: string
  /** Everything but `sub`; values are text, as Cognito keeps them. */
  attributes: Record<string, string> & { email: string }
  status: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD'
  password: Verifier
  /** An address that is to replace `attributes.email` once it is verified. */
  pendingEmail?: string | undefined
  createdAt: string
  updatedAt: string
}

export type Users = {
  /** By address, in any case, or by sub. */
  find(name: string): User | undefined
  save(user: User): void
  remove(user: User): void
}

export const createUsers = (store: DatabaseSync): Users => {
  store.exec(
    `CREATE TABLE IF NOT EXISTS cognito_users (
      sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, user TEXT NOT NULL)`,
  )
  const find = store.prepare('SELECT user FROM cognito_users WHERE sub = ? OR email = ?')
  const save = store.prepare(
    `INSERT INTO cognito_users VALUES (?, ?, ?)
      ON CONFLICT (sub) DO UPDATE SET email = excluded.email, user = excluded.user`,
  )
  const remove = store.prepare('DELETE FROM cognito_users WHERE sub = ?')
  return {
    find: (name) => {
      const row = find.get(name, name)
      return row && (JSON.parse(String(row['user'])) as User)
    },
    save: (user) => void save.run(user.sub, user.attributes.email, JSON.stringify(user)),
    remove: (user) => void remove.run(user.sub),
  }
}

/** As Cognito lists them; `sub` comes first. */
export const listAttributes = (user: User): { Name: string; Value: string }[] =>
  Object.entries({ sub: user.sub, ...user.attributes }).map(([Name, Value]) => ({ Name, Value }))
