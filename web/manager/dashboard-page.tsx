import { useQuery } from '@tanstack/react-query'
import { paths } from '../paths.ts'
import { dashboard } from '../texts/dashboard.ts'
import { shared } from '../texts/shared.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { callAsManager, keys, requestOf, wordsOf } from './manager-api.ts'
import { RecentEntries } from './recent-entries.tsx'
import { WaitlistLinkCard } from './waitlist-link-card.tsx'

/** `/dashboard`: four figures, the newest requests, and the link to share. */
export function DashboardPage() {
  const figures = useQuery({ queryKey: keys.dashboard, queryFn: () => callAsManager('getDashboard', {}) })
  const profile = useQuery({ queryKey: keys.profile, queryFn: () => callAsManager('getProfile', {}) })
  const failed = figures.error ?? profile.error

  return (
    <>
      <PageTitle>{dashboard.title}</PageTitle>
      <p className="mt-2 min-h-7 text-ink-soft">
        {profile.data && dashboard.greeting(profile.data.firstName)}
      </p>
      {failed ? (
        <div className="mt-10">
          <ErrorState
            title={shared.error}
            detail={`${dashboard.loadFailed}. ${wordsOf(failed)}`}
            requestId={requestOf(failed)}
            busy={figures.isFetching || profile.isFetching}
            onRetry={() => {
              if (figures.isError) void figures.refetch()
              if (profile.isError) void profile.refetch()
            }}
          />
        </div>
      ) : figures.data && profile.data ? (
        <>
          <Figures
            figures={[
              [dashboard.cards.totalProperties, figures.data.totalProperties],
              [dashboard.cards.activeProperties, figures.data.activeProperties],
              [dashboard.cards.waitlistRequests, figures.data.waitlistRequests],
              [dashboard.cards.notificationsSent, figures.data.notificationsSent],
            ]}
          />
          <div className="mt-12 grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <RecentEntries entries={figures.data.recentEntries} />
            <WaitlistLinkCard
              link={figures.data.totalProperties > 0 ? profile.data.waitlistUrl : null}
              action={<ButtonLink to={paths.properties}>{dashboard.link.addProperty}</ButtonLink>}
            />
          </div>
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </>
  )
}

function Figures({ figures }: { figures: [label: string, value: number][] }) {
  return (
    <dl className="mt-8 grid grid-cols-2 border-y border-rule lg:grid-cols-4">
      {figures.map(([label, value]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end gap-1 border-rule py-5 pr-4 odd:border-r even:pl-4 sm:even:pl-6 max-lg:nth-[n+3]:border-t lg:border-r lg:pl-6 lg:first:pl-0 lg:last:border-r-0"
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-display text-3xl font-title lining-nums tabular-nums">
            {value.toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function DashboardSkeleton() {
  return (
    <>
      <LoadingNote />
      <div className="mt-8 grid grid-cols-2 gap-4 border-y border-rule py-5 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="grid gap-3">
            <Skeleton className="h-10 w-16" />
            <Skeleton className="h-4 w-32" />
          </div>
        ))}
      </div>
      <div className="mt-12 grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <Skeleton className="h-7 w-60" />
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-14 w-full" />
          ))}
        </div>
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  )
}
