import { useSearchParams } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import type { ListedEntry } from '../../events/api.ts'
import { notifications } from '../texts/notifications.ts'
import { Field } from '../ui/field.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/text-input.tsx'
import { callAsManager, keys } from './manager-api.ts'

const statuses = ['all', 'waiting', 'notified', 'priority'] as const
type Status = (typeof statuses)[number]

/** Which requests are shown. */
export interface EntryFilter {
  term: string
  /** A property's id, or `all`. */
  property: string
  status: Status
}

/** The filter in the address, so that it survives a reload and can be sent to a colleague. */
export function useEntryFilter(): [EntryFilter, (changed: Partial<EntryFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter: EntryFilter = {
    term: search.get('q') ?? '',
    property: search.get('property') ?? 'all',
    status: statuses.find((status) => status === search.get('status')) ?? 'all',
  }
  const change = (changed: Partial<EntryFilter>) => {
    const { term, property, status } = { ...filter, ...changed }
    setSearch(
      {
        ...(term && { q: term }),
        ...(property !== 'all' && { property }),
        ...(status !== 'all' && { status }),
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [filter, change]
}

/** Whether anything is filtered out on purpose. */
export function isFiltering(filter: EntryFilter): boolean {
  return filter.term.trim() !== '' || filter.property !== 'all' || filter.status !== 'all'
}

/** Whether a request is shown: the term is looked for in guest name, email and property name, ignoring case. */
export function matchesFilter(entry: ListedEntry, { term, property, status }: EntryFilter): boolean {
  if (property !== 'all' && entry.propertyId !== property) return false
  if (status === 'waiting' && entry.isNotified) return false
  if (status === 'notified' && !entry.isNotified) return false
  if (status === 'priority' && !entry.isPriority) return false
  const wanted = term.trim().toLowerCase()
  return [entry.guestName, entry.guestEmail, entry.propertyName ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

interface EntryFiltersProps {
  filter: EntryFilter
  onChange: (changed: Partial<EntryFilter>) => void
}

/** Search, property and status. */
export function EntryFilters({ filter, onChange }: EntryFiltersProps) {
  const words = notifications.filters
  const { data } = useQuery({
    queryKey: keys.properties,
    queryFn: () => callAsManager('listProperties', {}),
  })

  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_16rem_11rem]">
      <div className="sm:col-span-2 lg:col-span-1">
        <SearchInput
          label={words.searchPlaceholder}
          value={filter.term}
          onChange={(term) => onChange({ term })}
        />
      </div>
      <Field label={words.property}>
        {(control) => (
          <Select
            {...control}
            value={filter.property}
            onChange={(event) => onChange({ property: event.target.value })}
          >
            <option value="all">{words.allProperties}</option>
            {data?.properties.map((property) => (
              <option key={property.id} value={property.id}>
                {property.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.status}>
        {(control) => (
          <Select
            {...control}
            value={filter.status}
            onChange={(event) => onChange({ status: event.target.value as Status })}
          >
            {statuses.map((status) => (
              <option key={status} value={status}>
                {words.statuses[status]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
