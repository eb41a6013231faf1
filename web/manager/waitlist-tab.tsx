import { paths } from '../paths.ts'
import { dashboard } from '../texts/dashboard.ts'
import { notifications } from '../texts/notifications.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { EntryFilters, isFiltering, matchesFilter, useEntryFilter } from './entry-filters.tsx'
import { EntryRow } from './entry-row.tsx'
import { requestOf, wordsOf } from './manager-api.ts'
import { SendButton } from './send-button.tsx'
import { useEntries } from './use-entries.ts'

/** Everyone's requests: found by filter, marked by heart, told by hand. */
export function WaitlistTab() {
  const [filter, changeFilter] = useEntryFilter()
  const { entries, error, isFetching, hasNextPage, fetchNextPage, refetch } = useEntries()
  const shown = entries?.filter((entry) => matchesFilter(entry, filter)) ?? []

  return (
    <section aria-labelledby="requests">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-prose">
          <h2 id="requests" className="font-display text-xl font-title">
            {notifications.heading}
          </h2>
          <p className="mt-1 text-sm text-ink-soft">{notifications.hint}</p>
        </div>
        {entries && <SendButton entries={shown} />}
      </div>
      <div className="mt-6">
        <EntryFilters filter={filter} onChange={changeFilter} />
      </div>
      <div className="mt-6">
        {!entries && error ? (
          <ErrorState
            title={notifications.loadFailed}
            detail={wordsOf(error)}
            requestId={requestOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : !entries ? (
          <ListSkeleton />
        ) : shown.length === 0 && !isFiltering(filter) ? (
          <EmptyState
            title={notifications.noneYet}
            action={<ButtonLink to={paths.dashboard}>{dashboard.link.title}</ButtonLink>}
          >
            {notifications.noneYetBody}
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState
            title={notifications.noMatch}
            action={
              <Button look="quiet" onClick={() => changeFilter({ term: '', property: 'all', status: 'all' })}>
                {notifications.filters.clear}
              </Button>
            }
          />
        ) : (
          <>
            <p role="status" className="pb-3 text-sm text-ink-soft tabular-nums">
              {notifications.shown(shown.length, entries.length)}
            </p>
            <ul aria-label={notifications.list} className="border-t border-rule">
              {shown.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </>
        )}
        {hasNextPage && (
          <Button look="quiet" className="mt-6" busy={isFetching} onClick={() => void fetchNextPage()}>
            {notifications.showMore}
          </Button>
        )}
      </div>
    </section>
  )
}

function ListSkeleton() {
  return (
    <div className="border-t border-rule">
      <LoadingNote />
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex items-center gap-5 border-b border-rule py-5">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-44" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  )
}
