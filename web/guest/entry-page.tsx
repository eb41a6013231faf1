import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import type { GuestEntry } from '../../events/api.ts'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { writeInstant } from '../ui/dates.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { GuestLayout, addressOf } from '../ui/guest-layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { RequestDialogs } from './request-dialogs.tsx'
import { RequestDetails } from './request-details.tsx'
import { ToldDates } from './told-dates.tsx'
import { entryQuery } from './queries.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

/**
 * The one request that a message's link opens: to see, change, keep or drop. `?stay=1` and `?unsubscribe=1` are the
 * message's other two links; both ask first, since mail scanners open links too.
 */
export function EntryPage() {
  const { entryId = '' } = useParams()
  const [search] = useSearchParams()
  return search.has('unsubscribe') ? <UnsubscribePage entryId={entryId} /> : <RequestPage entryId={entryId} />
}

function RequestPage({ entryId }: { entryId: string }) {
  const { data: entry, error, isFetching, refetch } = useQuery(entryQuery(entryId))
  const [deleted, setDeleted] = useState<GuestEntry>()

  if (deleted) return <DeletedPage entry={deleted} />
  if (entry)
    return (
      <GuestLayout company={entry.company ?? undefined}>
        <EntryView entry={entry} onDeleted={() => setDeleted(entry)} />
      </GuestLayout>
    )
  if (error instanceof ApiProblem && error.status === 404) return <MissingPage />
  return (
    <GuestLayout company={error ? undefined : 'loading'}>
      {error ? (
        <>
          <PageTitle className="mb-6">{guest.entry.title}</PageTitle>
          <ErrorState
            title={guest.entry.errorTitle}
            detail={error.message}
            requestId={error instanceof ApiProblem ? error.requestId : undefined}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </>
      ) : (
        <>
          <LoadingNote>{guest.entry.loading}</LoadingNote>
          <Skeleton className="h-11 w-80 max-w-full" />
          <Skeleton className="mt-4 h-6 w-48" />
          <Skeleton className="mt-10 h-40" />
          <Skeleton className="mt-8 h-72" />
        </>
      )}
    </GuestLayout>
  )
}

function EntryView({ entry, onDeleted }: { entry: GuestEntry; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const { property } = entry
  return (
    <>
      <PageTitle place={entry.company?.companyName ?? undefined}>{guest.entry.title}</PageTitle>
      <p className="mt-3 flex flex-wrap items-center gap-3 text-sm text-ink-soft">
        <Badge tone={entry.isNotified ? 'done' : 'quiet'}>
          {entry.isNotified ? guest.entry.notified : guest.entry.active}
        </Badge>
        {guest.entry.submitted(writeInstant(entry.createdAt))}
      </p>
      <ToldDates entry={entry} />
      <div className="mt-10 grid gap-5 border-t border-rule pt-6 sm:grid-cols-[1fr_12rem]">
        <div>
          <h2 className="font-display text-xl font-title">{property?.name ?? guest.card.unknownProperty}</h2>
          {property?.description && <p className="mt-2 text-ink-soft">{property.description}</p>}
        </div>
        <Picture src={property?.imageUrl} className="aspect-3/2 w-full rounded-md max-sm:row-start-1" />
      </div>
      <RequestDetails entry={entry} />
      <section aria-labelledby="remove" className="mt-10 border-t border-rule pt-6">
        <h2 id="remove" className="font-display text-xl font-title">
          {guest.entry.removeTitle}
        </h2>
        <p className="mt-2 text-ink-soft">{guest.entry.removeBody}</p>
        <Button look="removal" className="mt-5" onClick={() => setAsking(true)}>
          {guest.remove.confirm}
        </Button>
      </section>
      <RequestDialogs
        entry={entry}
        open={asking ? 'delete' : undefined}
        onClose={() => setAsking(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}

function DeletedPage({ entry }: { entry: GuestEntry }) {
  return (
    <GuestLayout company={entry.company ?? undefined}>
      <PageTitle>{guest.entry.removedTitle}</PageTitle>
      <p className="mt-3 text-ink-soft">{guest.entry.removedBody}</p>
      {entry.company && (
        <ButtonLink to={paths.company(addressOf(entry.company))} className="mt-8">
          {guest.requests.join}
        </ButtonLink>
      )}
    </GuestLayout>
  )
}

function MissingPage() {
  return (
    <GuestLayout>
      <PageTitle>{guest.entry.notFoundTitle}</PageTitle>
      <p className="mt-3 text-ink-soft">{guest.entry.notFoundBody}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.lookUp}>{guest.entry.findRequests}</ButtonLink>
        <ButtonLink to={paths.home} look="quiet">
          {shared.notFound.home}
        </ButtonLink>
      </div>
    </GuestLayout>
  )
}
