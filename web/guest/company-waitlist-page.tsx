import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { toast } from '../ui/toast.ts'
import { CodeStep } from './code-step.tsx'
import { useCompany } from './use-company.ts'
import { EmailSearch } from './email-search.tsx'
import { RequestCard } from './request-card.tsx'
import { RequestsSkeleton } from './requests-skeleton.tsx'
import { readVisit, sameAddress } from './session.ts'
import { useRequests } from './use-requests.ts'

/** The guest's requests at one company. */
export function CompanyWaitlistPage() {
  const { company } = useCompany()
  const visit = readVisit()
  const [search, setSearch] = useSearchParams()
  const email = search.get('email') ?? visit.email
  const name = sameAddress(email, visit.email) ? visit.guestName : ''
  const found = useRequests(email, company.id)
  const [otherEmail, setOtherEmail] = useState(!email)

  const ask = (to: string) =>
    found.askForCode(to, { onError: (fault) => toast('error', shared.error, { description: fault.message }) })
  const searchFor = (to: string) => {
    setSearch({ email: to }, { replace: true })
    setOtherEmail(false)
    ask(to)
  }

  return (
    <>
      <PageTitle place={company.companyName ?? undefined}>{guest.requests.title}</PageTitle>
      {email && <p className="mt-3 wrap-anywhere text-ink-soft">{guest.requests.sentTo(name, email)}</p>}
      <div className="mt-8 grid gap-8">
        {found.step === 'code' ? (
          <CodeStep
            email={email}
            onProven={found.leaveCode}
            onChange={() => {
              found.leaveCode()
              setOtherEmail(true)
            }}
          />
        ) : (
          <>
            {otherEmail && <EmailSearch email={email} busy={found.asking} onSearch={searchFor} />}
            <Requests
              found={found}
              email={email}
              onAsk={() => ask(email)}
              onOther={() => setOtherEmail(true)}
            />
          </>
        )}
      </div>
    </>
  )
}

interface RequestsProps {
  found: ReturnType<typeof useRequests>
  email: string
  onAsk: () => void
  onOther: () => void
}

function Requests({ found, email, onAsk, onOther }: RequestsProps) {
  const { address } = useCompany()
  const { data: entries, error, isFetching, refetch } = found.requests
  const ways = (
    <div className="flex flex-wrap gap-3">
      <Button look="quiet" busy={found.asking} onClick={onAsk}>
        {guest.requests.showAll}
      </Button>
      <Button look="plain" onClick={onOther}>
        {guest.requests.otherEmail}
      </Button>
    </div>
  )

  if (error && !entries)
    return (
      <ErrorState
        title={guest.requests.failed}
        detail={error.message}
        requestId={error instanceof ApiProblem ? error.requestId : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (email && !entries) return <RequestsSkeleton />
  if (entries && entries.length > 0)
    return (
      <>
        <ul className="grid gap-5 min-[36rem]:grid-cols-2">
          {entries.map((entry) => (
            <RequestCard key={entry.id} entry={entry} />
          ))}
        </ul>
        {!found.isProven && (
          <div className="grid gap-4 border-t border-rule pt-6">
            <p className="max-w-prose text-sm text-ink-soft">{guest.requests.onlyThisVisit}</p>
            {ways}
          </div>
        )}
      </>
    )
  // Nothing was asked for on this visit; what was asked for before is only told to whoever holds the address.
  if (email && !found.isProven)
    return (
      <EmptyState title={guest.requests.proveTitle} action={ways}>
        {guest.requests.proveBody(email)}
      </EmptyState>
    )
  return (
    <EmptyState
      title={email ? guest.requests.noneForEmail : guest.requests.emptyTitle}
      action={<ButtonLink to={paths.company(address)}>{guest.requests.join}</ButtonLink>}
    >
      {guest.requests.emptyEmail(email)}
    </EmptyState>
  )
}
