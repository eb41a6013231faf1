import { Link, useParams } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, Pencil } from 'lucide-react'
import type { ListedProperty, PropertyCalendar } from '../../events/api.ts'
import { paths } from '../paths.ts'
import { properties } from '../texts/properties.ts'
import { ButtonLink } from '../ui/button.tsx'
import { spellDay } from '../ui/dates.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { CalendarLinks } from './calendar-links.tsx'
import { HeldDrops } from './held-drops.tsx'
import { callAsManager, keys, requestOf, wordsOf } from './manager-api.ts'
import { OpeningList } from './opening-list.tsx'
import { PropertyMonths } from './property-months.tsx'
import { useSwitchProperty } from './use-switch-property.ts'

/** `/properties/{propertyId}`: its nights, how its calendars fare, what opened lately, and what is held back. */
export function PropertyPage() {
  const { propertyId = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.property(propertyId),
    queryFn: () => callAsManager('getProperty', { params: { propertyId } }),
  })

  if (data) return <PropertyView property={data} />
  return (
    <>
      <BackLink />
      {error ? (
        <>
          <PageTitle className="mt-2 mb-8">{properties.title}</PageTitle>
          <ErrorState
            title={properties.detail.loadFailed}
            detail={wordsOf(error)}
            requestId={requestOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </>
      ) : (
        <>
          <LoadingNote />
          <Skeleton className="mt-3 h-12 w-80 max-w-full" />
          <Skeleton className="mt-16 h-96 w-full lg:w-2/3" />
        </>
      )}
    </>
  )
}

function PropertyView({ property }: { property: ListedProperty }) {
  const switching = useSwitchProperty(property)
  const calendar = useQuery({
    queryKey: keys.calendar(property.id),
    queryFn: () => callAsManager('getPropertyCalendar', { params: { propertyId: property.id } }),
    // Whoever watches this page waits for the next reading.
    refetchInterval: 30_000,
  })

  return (
    <>
      <BackLink />
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <PageTitle className="break-words">{property.name}</PageTitle>
          <p className="mt-2 text-ink-soft">
            {properties.requests(property.waitlistCount)}, {properties.waiting(property.waitingCount)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <span className="mr-2 flex items-center gap-3">
            <Switch
              label={properties.switchLabel(property.name)}
              checked={switching.isActive}
              onChange={switching.turn}
            />
            <span aria-hidden className="w-15 text-sm text-ink-soft">
              {switching.isActive ? properties.active : properties.inactive}
            </span>
          </span>
          {property.bookingUrl && (
            <ButtonLink to={property.bookingUrl} look="quiet">
              <ExternalLink aria-hidden />
              {properties.viewListing}
            </ButtonLink>
          )}
          <ButtonLink to={paths.editProperty(property.id)} look="quiet">
            <Pencil aria-hidden />
            {properties.edit}
          </ButtonLink>
        </div>
      </div>
      <div className="mt-10">
        {calendar.data ? (
          <CalendarView property={property} calendar={calendar.data} />
        ) : calendar.error ? (
          <ErrorState
            title={properties.detail.calendarFailed}
            detail={wordsOf(calendar.error)}
            requestId={requestOf(calendar.error)}
            busy={calendar.isFetching}
            onRetry={() => void calendar.refetch()}
          />
        ) : (
          <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <LoadingNote />
            <Skeleton className="h-110 w-full" />
            <Skeleton className="h-60 w-full" />
          </div>
        )}
      </div>
    </>
  )
}

function CalendarView({ property, calendar }: { property: ListedProperty; calendar: PropertyCalendar }) {
  const { detail } = properties
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-12">
        {calendar.held.length > 0 && <HeldDrops propertyId={property.id} calendar={calendar} />}
        <section aria-labelledby="calendar">
          <h2 id="calendar" className="sr-only">
            {detail.calendar}
          </h2>
          <PropertyMonths calendar={calendar} />
          {calendar.knownUntil && (
            <p className="mt-4 text-sm text-ink-soft">{detail.knownUntil(spellDay(calendar.knownUntil))}</p>
          )}
        </section>
        <OpeningList propertyId={property.id} openings={calendar.openings} today={calendar.today} />
      </div>
      <CalendarLinks links={calendar.links} />
    </div>
  )
}

function BackLink() {
  return (
    <Link
      to={paths.properties}
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-sm font-bold text-action hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {properties.detail.back}
    </Link>
  )
}
