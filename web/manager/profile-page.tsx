import { useQuery } from '@tanstack/react-query'
import { ExternalLink, LogOut } from 'lucide-react'
import { endSession } from '../auth/session.ts'
import { manager } from '../texts/manager.ts'
import { profile as words } from '../texts/profile.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { LogoSection } from './logo-section.tsx'
import { callAsManager, keys, requestOf, wordsOf } from './manager-api.ts'
import { PlanSection } from './plan-section.tsx'
import { ProfileDetails } from './profile-details.tsx'

/** `/profile`: who the manager is to guests, the link to share, and the plan. */
export function ProfilePage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.profile,
    queryFn: () => callAsManager('getProfile', {}),
  })

  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      {data ? (
        <div className="mt-10 grid items-start gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-14">
            <ProfileDetails profile={data} />
            <LogoSection logoUrl={data.logoUrl} />
          </div>
          <div className="grid gap-14">
            <WaitlistLink link={data.waitlistUrl} />
            <PlanSection />
            <SignOut />
          </div>
        </div>
      ) : error ? (
        <div className="mt-10">
          <ErrorState
            title={words.loadFailed}
            detail={wordsOf(error)}
            requestId={requestOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="mt-10 grid gap-16 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <LoadingNote />
          <Skeleton className="h-80 w-full" />
          <Skeleton className="h-60 w-full" />
        </div>
      )}
    </>
  )
}

function WaitlistLink({ link }: { link: string }) {
  return (
    <section aria-labelledby="public-link" className="rounded-lg border border-rule bg-surface p-6">
      <h2 id="public-link" className="font-display text-xl font-title">
        {words.link.title}
      </h2>
      <p className="mt-4 rounded-md bg-sunken px-3.5 py-3 text-sm font-bold wrap-anywhere">
        {link.replace(/^https?:\/\//, '')}
      </p>
      <div className="mt-4 grid gap-3">
        <CopyButton
          text={link}
          copied={{ title: words.link.copied, description: words.link.copiedBody }}
          failed={manager.copyFailed}
        >
          {words.link.copy}
        </CopyButton>
        <ButtonLink to={link} look="quiet">
          <ExternalLink aria-hidden />
          {words.link.open}
        </ButtonLink>
      </div>
    </section>
  )
}

function SignOut() {
  return (
    <Button look="quiet" className="justify-self-start" onClick={() => void endSession()}>
      <LogOut aria-hidden />
      {words.signOut}
    </Button>
  )
}
