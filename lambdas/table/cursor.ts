import * as z from 'zod/mini'
import { Problem } from '../../domain/problem.ts'
import type { Item } from './client.ts'
import { indexes } from './keys.ts'

/** Rows of one page, and where the next begins. */
export type Page<Row> = { rows: Row[]; nextCursor: string | null }

const Position = z.record(z.string(), z.string())

/** A position in a list as an opaque word; null at the list's end. */
export function cursorAt(after: Item | undefined): string | null {
  return after ? Buffer.from(JSON.stringify(after)).toString('base64url') : null
}

/**
 * The position that a cursor names. It is bound to its list: whatever a caller writes into a cursor, it can
 * only ever name a place in the list that the caller is reading.
 *
 * @param index the index that the list is read from; `item` for the table itself
 * @param partition the partition that the list is
 * @throws Problem `malformed_query` for anything else, another owner's cursor included
 */
export function startOf(
  index: keyof typeof indexes | 'item',
  partition: string,
  cursor: string | undefined,
): Item | undefined {
  if (cursor === undefined) return undefined
  const position = z.safeParse(Position, readCursor(cursor))
  const [pk, sk] = index === 'item' ? ['pk', 'sk'] : [`${indexes[index]}pk`, `${indexes[index]}sk`]
  const expected = [...new Set(['pk', 'sk', pk, sk])].toSorted().join()
  if (
    !position.success ||
    position.data[pk] !== partition ||
    Object.keys(position.data).toSorted().join() !== expected
  )
    throw new Problem(
      'malformed_query',
      'This page of the list is not known. Please start from its beginning.',
    )
  return position.data
}

function readCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
