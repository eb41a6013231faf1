import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiProblem, call } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { GuestLayout } from '../ui/guest-layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { entryQuery } from './queries.ts'

/** Where a message's unsubscribe link leads: nothing happens before a press. */
export function UnsubscribePage({ entryId }: { entryId: string }) {
  const { data: entry, error, isFetching, refetch } = useQuery(entryQuery(entryId))
  const stop = useMutation({
    mutationFn: () => call('unsubscribe', { params: { entryId } }),
    onError: (fault) => toast('error', shared.error, { description: fault.message }),
  })

  if (error && !entry)
    return (
      <GuestLayout>
        <PageTitle className="mb-6">{guest.unsubscribe.title}</PageTitle>
        <ErrorState
          title={
            error instanceof ApiProblem && error.status === 404
              ? guest.entry.notFoundTitle
              : guest.entry.errorTitle
          }
          detail={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </GuestLayout>
    )
  if (!entry)
    return (
      <GuestLayout company="loading">
        <LoadingNote />
        <Skeleton className="h-11 w-72 max-w-full" />
        <Skeleton className="mt-4 h-12" />
      </GuestLayout>
    )
  return (
    <GuestLayout company={entry.company ?? undefined}>
      <PageTitle key={stop.isSuccess ? 'done' : 'ask'} place={entry.company?.companyName ?? undefined}>
        {stop.isSuccess ? guest.unsubscribe.doneTitle : guest.unsubscribe.title}
      </PageTitle>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        {stop.isSuccess
          ? guest.unsubscribe.doneBody(entry.guestEmail)
          : guest.unsubscribe.body(entry.guestEmail)}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {!stop.isSuccess && (
          <Button busy={stop.isPending} onClick={() => stop.mutate()}>
            {stop.isPending ? guest.unsubscribe.confirming : guest.unsubscribe.confirm}
          </Button>
        )}
        <ButtonLink to={paths.entry(entry.id)} look="quiet">
          {guest.unsubscribe.keep}
        </ButtonLink>
      </div>
    </GuestLayout>
  )
}
