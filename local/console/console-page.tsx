import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../web/ui/button.tsx'
import { CopyButton } from '../../web/ui/copy-button.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { LoadingNote, Skeleton } from '../../web/ui/skeleton.tsx'
import { SkipLink, mainId } from '../../web/ui/skip-link.tsx'
import { demoAccount } from '../demo/company.ts'
import { Calendars } from './calendars.tsx'
import { Clock } from './clock.tsx'
import { readHosts } from './control-api.ts'
import type { StackState } from './control-api.ts'
import { Executions } from './executions.tsx'
import { guideMessage, readGuide } from './guide-steps.ts'
import { GuideView } from './guide.tsx'
import { Inbox } from './inbox.tsx'
import { Schedules } from './schedules.tsx'
import { texts } from './texts.ts'
import { useStack } from './use-stack.ts'

/** `/local`: what the stack on this machine does, and the ways to move it on. */
export function ConsolePage() {
  const { data, error, isFetching, refetch } = useStack()
  return (
    <>
      <SkipLink />
      <header className="border-b border-rule">
        <div className="mx-auto flex max-w-320 flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-4">
          <h1 className="font-display text-2xl font-title">{texts.title}</h1>
          {data && <Clock now={data.now} />}
        </div>
      </header>
      <main id={mainId} className="mx-auto max-w-320 px-4 pt-6 pb-20">
        <Doors hasDemo={data !== undefined && data.feeds.length > 0} />
        {error && (
          <div className="mt-6">
            <ErrorState
              title={texts.failed}
              detail={texts.lost}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </div>
        )}
        {data ? (
          <StackView state={data} />
        ) : (
          !error && (
            <>
              <LoadingNote />
              <Skeleton className="mt-6 h-64 w-full" />
            </>
          )
        )}
      </main>
    </>
  )
}

/** The ways into the product itself, and how to sign in. */
function Doors({ hasDemo }: { hasDemo: boolean }) {
  const { email, password, companySlug } = demoAccount
  const { data: hosts } = useQuery({
    queryKey: ['hosts'],
    queryFn: readHosts,
    staleTime: Infinity,
    refetchInterval: false,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p className="max-w-prose text-ink-soft">{texts.intro}</p>
      <div className="flex flex-wrap items-center gap-3">
        {hasDemo && (
          <>
            <span className="text-sm">
              {texts.signInAs(email)} · <code className="font-bold">{password}</code>
            </span>
            <CopyButton
              text={password}
              copied={{ title: texts.copied }}
              failed={texts.copyFailed}
              look="quiet"
            >
              {texts.copyPassword}
            </CopyButton>
            {hosts && (
              <ButtonLink to={`${hosts.waitlistUrl}/${companySlug}`} look="quiet">
                {texts.openWaitlist}
              </ButtonLink>
            )}
          </>
        )}
        {hosts && (
          <ButtonLink to={`${hosts.appUrl}/dashboard`} look="quiet">
            {texts.openApp}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function StackView({ state }: { state: StackState }) {
  const [openId, setOpenId] = useState<string>()
  const [hasFollowed, setFollowed] = useState(false)
  const inbox = useRef<HTMLDivElement>(null)
  const guide = readGuide(state, hasFollowed)
  const today = state.now.slice(0, 10)

  const show = (id: string) => {
    setOpenId(id)
    inbox.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }

  return (
    <>
      <div className="mt-6">
        <GuideView state={state} guide={guide} onShowMessage={show} />
      </div>
      <div className="mt-10 grid grid-cols-1 items-start gap-x-12 gap-y-12 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-12">
          <Calendars
            feeds={state.feeds}
            firstName={guide?.feedName ?? ''}
            firstNight={guide && guide.booking.from > today ? guide.booking.from : today}
            today={today}
          />
          <Executions executions={state.executions} now={state.now} />
          <Schedules schedules={state.schedules} now={state.now} />
        </div>
        <div ref={inbox} className="min-w-0 scroll-mt-4">
          <Inbox
            messages={state.inbox}
            now={state.now}
            openId={openId ?? guideMessage(state) ?? state.inbox[0]?.id}
            onOpen={setOpenId}
            onFollow={() => setFollowed(true)}
          />
        </div>
      </div>
      <p className="mt-12 text-xs text-ink-soft">{texts.times}</p>
    </>
  )
}
