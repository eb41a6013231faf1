import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from 'react-router-dom'
import { ApiProblem } from '../api.ts'
import type { CompanyAddress } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { GuestLayout } from '../ui/guest-layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { companyQuery } from './queries.ts'
import type { CompanyContext } from './use-company.ts'

// Where nearly every visit begins and goes on to: on their way while the company itself is being asked for. A failure shows when the screen itself is asked for.
import('./property-list-page.tsx').catch(() => undefined)
import('./dates-page.tsx').catch(() => undefined)

/** Loads the company in the address and frames its screens. */
export function CompanyPages() {
  const params = useParams()
  const address: CompanyAddress = params.managerId
    ? { managerId: params.managerId }
    : { companySlug: params.companySlug ?? '' }
  const { data: company, error, refetch, isFetching } = useQuery(companyQuery(address))

  if (error && !company)
    return <CompanyMissing error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!company)
    return (
      <GuestLayout company="loading">
        <LoadingNote />
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-4 h-6 w-80 max-w-full" />
      </GuestLayout>
    )
  return (
    <GuestLayout company={company}>
      <Outlet context={{ company, address } satisfies CompanyContext} />
    </GuestLayout>
  )
}

function CompanyMissing({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const problem = error instanceof ApiProblem ? error : undefined
  const isMissing = problem?.code === 'manager_not_found'
  return (
    <GuestLayout>
      <PageTitle className="mb-6">{guest.company.notFoundTitle}</PageTitle>
      <ErrorState
        title={isMissing ? error.message : guest.company.loadFailed(error.message)}
        detail={isMissing ? guest.company.missingBody : guest.company.failedBody}
        requestId={isMissing ? undefined : problem?.requestId}
        busy={busy}
        onRetry={onRetry}
      />
    </GuestLayout>
  )
}
