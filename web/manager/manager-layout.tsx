import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { CheckEmail } from '../auth/check-email.tsx'
import { usePendingSignUp } from '../auth/pending-sign-up.ts'
import { useSession } from '../auth/session.ts'
import { paths, signInPath } from '../paths.ts'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { ManagerFrame } from './manager-frame.tsx'

/**
 * The guard and the frame of the manager's screens. Signed-out visitors go to sign in and come back afterwards;
 * whoever just signed up sees what is left to do.
 */
export function ManagerLayout() {
  const { loading, account } = useSession()
  const pending = usePendingSignUp()
  const { pathname, search, hash } = useLocation()

  const waitsForConfirmation = pending !== null && pathname === paths.dashboard
  if (!loading && !account && !waitsForConfirmation)
    return <Navigate to={signInPath(pathname + search + hash)} replace />

  return (
    <ManagerFrame account={account}>
      {loading ? (
        <PageSkeleton />
      ) : account ? (
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      ) : (
        pending && <CheckEmail pending={pending} />
      )}
    </ManagerFrame>
  )
}

function PageSkeleton() {
  return (
    <>
      <LoadingNote />
      <Skeleton className="h-12 w-56" />
      <Skeleton className="mt-12 h-64 w-full" />
    </>
  )
}
