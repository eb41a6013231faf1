import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import type { PublicProperty } from '../../domain/property.ts'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { useCompany } from './use-company.ts'
import { propertiesQuery } from './queries.ts'

/** A company's active properties; the guest chooses the one to wait for. */
export function PropertyListPage() {
  const { company } = useCompany()
  const [search, setSearch] = useSearchParams()
  const term = search.get('search') ?? ''
  const { data: properties, error, refetch, isFetching } = useQuery(propertiesQuery(company.id))

  const look = (next: string) =>
    setSearch(next ? { search: next } : {}, { replace: true, preventScrollReset: true })
  const matches = properties?.filter((property) =>
    property.name.toLowerCase().includes(term.trim().toLowerCase()),
  )

  return (
    <>
      <PageTitle place={company.companyName ?? undefined}>{guest.list.title}</PageTitle>
      <p className="mt-3 text-ink-soft">{guest.list.intro}</p>
      {(!properties || properties.length > 0) && !error && (
        <div className="mt-8">
          <SearchInput label={guest.list.search} value={term} onChange={look} />
        </div>
      )}
      <p role="status" className="sr-only">
        {term && matches ? guest.list.found(matches.length) : ''}
      </p>
      <div className="mt-8">
        {matches && (
          <Properties
            properties={matches}
            total={properties?.length ?? 0}
            term={term}
            onClear={() => look('')}
          />
        )}
        {!matches && error && (
          <ErrorState
            title={guest.list.errorTitle}
            detail={error.message}
            requestId={error instanceof ApiProblem ? error.requestId : undefined}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!matches && !error && <ListSkeleton />}
      </div>
    </>
  )
}

interface PropertiesProps {
  properties: PublicProperty[]
  /** How many there are without the search. */
  total: number
  term: string
  onClear: () => void
}

function Properties({ properties, total, term, onClear }: PropertiesProps) {
  if (total === 0) return <EmptyState title={guest.list.emptyTitle}>{guest.list.emptyBody}</EmptyState>
  if (properties.length === 0)
    return (
      <EmptyState
        title={guest.list.noMatch}
        action={
          <Button look="quiet" onClick={onClear}>
            {guest.list.clear}
          </Button>
        }
      >
        {guest.list.noMatchBody(term)}
      </EmptyState>
    )
  return (
    <ul>
      {properties.map((property) => (
        <PropertyRow key={property.id} property={property} />
      ))}
    </ul>
  )
}

const rowShape = 'grid gap-4 border-t border-rule py-6 sm:grid-cols-[13rem_1fr] sm:gap-6'
const pictureShape = 'aspect-3/2 w-full rounded-md'

function PropertyRow({ property }: { property: PublicProperty }) {
  const { address } = useCompany()
  return (
    <li className={`${rowShape} group relative`}>
      <Picture src={property.imageUrl} className={pictureShape} />
      <div className="grid content-center justify-items-start gap-2">
        <h2 className="font-display text-xl font-title">
          {/* The link's reach is stretched over the whole row. */}
          <Link
            to={paths.dates(address, property.id)}
            className="after:absolute after:inset-0 after:rounded-md"
          >
            {property.name}
          </Link>
        </h2>
        {property.description && <p className="line-clamp-3 text-sm text-ink-soft">{property.description}</p>}
        {property.minNights > 1 && (
          <p className="text-sm text-ink-soft">{guest.wish.minNights(property.minNights)}</p>
        )}
        <p aria-hidden className="flex items-center gap-2 pt-1 text-sm font-bold text-action">
          {guest.list.choose}
          <ArrowRight className="size-4 transition-transform group-hover:translate-x-1" />
        </p>
      </div>
    </li>
  )
}

function ListSkeleton() {
  return (
    <>
      <LoadingNote />
      {[1, 2, 3].map((row) => (
        <div key={row} className={rowShape}>
          <Skeleton className={pictureShape} />
          <div className="grid content-center gap-3">
            <Skeleton className="h-7 w-48" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-24" />
          </div>
        </div>
      ))}
    </>
  )
}
