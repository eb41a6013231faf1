import * as z from 'zod/mini'
import { Manager, ManagerId } from '../../domain/manager.ts'
import type { ManagerChange } from '../../domain/manager.ts'
import { Problem } from '../../domain/problem.ts'
import {
  changeItem,
  changing,
  deleting,
  getItem,
  getItems,
  putItem,
  putting,
  queryPage,
  transact,
} from './client.ts'
import type { Item, Write } from './client.ts'
import { cursorAt, startOf } from './cursor.ts'
import type { Page } from './cursor.ts'
import { directoryLetters, directoryListing, managerKey, slugKey } from './keys.ts'

/** A manager as stored: with the counts that only transactions change. */
export const ManagerRow = z.extend(Manager, {
  /** What the plan and the bill count. */
  activeProperties: z.int(),
  /** How often guests of properties that are deleted by now were told. */
  notificationsSent: z.int(),
})
export type ManagerRow = z.infer<typeof ManagerRow>

const toRow = (item: Item): ManagerRow => z.parse(ManagerRow, item)

/** The name by which the directory sorts a company. */
type Listed = Pick<Manager, 'id' | 'companyName' | 'companySlug' | 'subscriptionActive'>

/** In the directory only with a slug, in the trial or with a subscription (product page, section 4). */
function listingOf(row: Listed): Item {
  return row.companySlug !== null && row.subscriptionActive
    ? directoryListing(row.companyName ?? row.companySlug, row.id)
    : { gsi1pk: undefined, gsi1sk: undefined }
}

/** The row of an id, which may be anything that a caller typed; undefined where there is none. */
export async function getManager(managerId: string): Promise<ManagerRow | undefined> {
  if (!z.safeParse(ManagerId, managerId).success) return undefined
  const item = await getItem(managerKey(managerId))
  return item && toRow(item)
}

/** Rows by id; those that do not exist are missing. */
export async function getManagers(managerIds: Iterable<string>): Promise<Map<string, ManagerRow>> {
  const items = await getItems([...new Set(managerIds)].map(managerKey))
  return new Map(items.map(toRow).map((row) => [row.id, row]))
}

/** The company at a slug, spelled in any case. */
export async function getManagerBySlug(slug: string): Promise<ManagerRow | undefined> {
  const guard = await getItem(slugKey(slug.toLowerCase()))
  return guard && getManager(String(guard['managerId']))
}

/** Whether nobody else has this slug. */
export async function isSlugFree(slug: string, managerId: string): Promise<boolean> {
  const guard = await getItem(slugKey(slug))
  return guard === undefined || guard['managerId'] === managerId
}

/** Adds a manager, unless the row is there already. True when it was added. */
export function addManager(manager: Omit<Manager, 'companySlug' | 'logoKey'>): Promise<boolean> {
  const row: ManagerRow = {
    ...manager,
    companySlug: null,
    logoKey: null,
    activeProperties: 0,
    notificationsSent: 0,
  }
  return putItem({ ...managerKey(row.id), ...row }, { when: 'attribute_not_exists(#pk)' })
}

/** What the directory's entry depends on must be as it was read, or the entry would tell of another moment. */
const asListed = (row: Listed) => ({
  when: '#companyName = :name AND #companySlug = :slug AND #subscriptionActive = :active',
  values: { name: row.companyName, slug: row.companySlug, active: row.subscriptionActive },
})

export type ManagerChanged =
  { kind: 'changed'; row: ManagerRow } | { kind: 'slug_taken' | 'changed_meanwhile' }

/** Changes names, company and slug, which moves with its guard: two managers cannot take the same at once. */
export async function updateManager(row: ManagerRow, change: ManagerChange): Promise<ManagerChanged> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed: ManagerRow = { ...row, ...given }
  const update: Write = {
    Update: changing(managerKey(row.id), { set: { ...given, ...listingOf(changed) }, ...asListed(row) }),
  }
  const slugWrites: Write[] = []
  if (changed.companySlug !== row.companySlug) {
    if (changed.companySlug !== null)
      slugWrites.push({
        Put: putting(
          { ...slugKey(changed.companySlug), managerId: row.id },
          { when: 'attribute_not_exists(#pk) OR #managerId = :me', values: { me: row.id } },
        ),
      })
    if (row.companySlug !== null)
      slugWrites.push({
        Delete: deleting(slugKey(row.companySlug), { when: '#managerId = :me', values: { me: row.id } }),
      })
  }
  const refused = await transact([update, ...slugWrites])
  if (refused.length === 0) return { kind: 'changed', row: changed }
  return { kind: refused.includes(0) ? 'changed_meanwhile' : 'slug_taken' }
}

/** Names the logo's key in the bucket, or that there is none. */
export async function setLogo(managerId: string, logoKey: string | null): Promise<ManagerRow | undefined> {
  const item = await changeItem(managerKey(managerId), { set: { logoKey }, when: 'attribute_exists(#pk)' })
  return item && toRow(item)
}

/**
 * Begins or ends what a trial or a subscription allows; the directory follows.
 *
 * @returns the row as it is now, or undefined when it changed since it was read: read it and try again
 */
export async function setSubscription(
  row: ManagerRow,
  to: Pick<Manager, 'subscriptionActive' | 'subscribed'>,
): Promise<ManagerRow | undefined> {
  const item = await changeItem(managerKey(row.id), {
    set: { ...to, ...listingOf({ ...row, ...to }) },
    ...asListed(row),
  })
  return item && toRow(item)
}

/** Letters read at once: a small directory is read in three steps, a big one does not read all for one page. */
const lettersAtOnce = 9

/** A page of the directory, by company name. */
export async function listDirectory(page: {
  limit: number
  cursor?: string | undefined
}): Promise<Page<ManagerRow>> {
  const partitions = directoryLetters.map((letter) => directoryPartition(letter))
  const first = page.cursor === undefined ? 0 : partitions.indexOf(partitionIn(page.cursor))
  if (first < 0) throw new Problem('malformed_query')
  const rows: ManagerRow[] = []
  for (let next = first; next < partitions.length; next += lettersAtOnce) {
    const chunk = partitions.slice(next, next + lettersAtOnce)
    const pages = await Promise.all(
      chunk.map((partition, i) =>
        queryPage({
          index: 'listing',
          partition,
          limit: page.limit,
          ...(next === first && i === 0 && { after: startOf('listing', partition, page.cursor) }),
        }),
      ),
    )
    for (const { items } of pages) {
      const room = page.limit - rows.length
      rows.push(...items.slice(0, room).map(toRow))
      const last = items[room - 1]
      if (last) return { rows, nextCursor: cursorAt(positionOf(last)) }
    }
  }
  return { rows, nextCursor: null }
}

const directoryPartition = (letter: string) => directoryListing(letter, '').gsi1pk

const positionOf = ({ pk, sk, gsi1pk, gsi1sk }: Item): Item => ({ pk, sk, gsi1pk, gsi1sk })

/** The letter's partition in which a page begins; `startOf` holds the rest of the cursor against it. */
function partitionIn(cursor: string): string {
  try {
    const position = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { gsi1pk?: unknown } | null
    return String(position?.gsi1pk)
  } catch {
    return ''
  }
}
