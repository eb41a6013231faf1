import { expect, test } from 'vitest'
import type { ListedEntry } from '../../events/api.ts'
import { matchesFilter } from '../../web/manager/entry-filters.tsx'
import type { EntryFilter } from '../../web/manager/entry-filters.tsx'

const everything: EntryFilter = { term: '', property: 'all', status: 'all' }
const entry = {
  propertyId: 'prop_1',
  propertyName: 'Seaside Cottage',
  guestName: 'Ada Miller',
  guestEmail: 'ada@guests.example',
  isNotified: false,
  isPriority: true,
} as ListedEntry

test.each(['ada mill', 'GUESTS.EXAMPLE', ' cottage ', ''])(
  'the search "%s" finds name, email or property',
  (term) => {
    expect(matchesFilter(entry, { ...everything, term })).toBe(true)
  },
)

test('a search for something else finds nothing, also where the property is gone', () => {
  expect(matchesFilter({ ...entry, propertyName: null }, { ...everything, term: 'cottage' })).toBe(false)
})

test.each([
  ['all', true],
  ['waiting', true],
  ['notified', false],
  ['priority', true],
] as const)('a waiting priority request under the status %s: %s', (status, shown) => {
  expect(matchesFilter(entry, { ...everything, status })).toBe(shown)
})

test('property and status narrow together', () => {
  expect(matchesFilter(entry, { term: '', property: 'prop_1', status: 'waiting' })).toBe(true)
  expect(matchesFilter(entry, { term: '', property: 'prop_2', status: 'waiting' })).toBe(false)
})
