import { expect, test } from 'vitest'
import { openDirectory } from '../../local/dynamodb/directory.ts'

test('a query leaves no iterator open, nor the memory and the snapshot that it holds', async () => {
  const { db, getItemDb } = await openDirectory(undefined)
  const values = db.values.bind(db)
  const opened: { next(): Promise<unknown> }[] = []
  db.values = (range) => {
    const iterator = values(range)
    opened.push(iterator)
    return iterator
  }
  await getItemDb('table')
    .createValueStream({})
    .forEach(() => undefined)
  expect(opened).toHaveLength(1)
  await expect(opened[0]!.next()).rejects.toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' })
  await db.close()
})
