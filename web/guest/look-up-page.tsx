import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { GuestEntry } from '../../events/api.ts'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { GuestLayout } from '../ui/guest-layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { toast } from '../ui/toast.ts'
import { CodeStep } from './code-step.tsx'
import { EmailSearch } from './email-search.tsx'
import { RequestCard } from './request-card.tsx'
import { RequestsSkeleton } from './requests-skeleton.tsx'
import { readVisit, tokenFor } from './session.ts'
import { useRequests } from './use-requests.ts'

/** Every request of one address, at all companies. */
export function LookUpPage() {
  const [search, setSearch] = useSearchParams()
  const email = search.get('email') ?? readVisit().email
  const found = useRequests(email)
  const { data: entries } = found.requests

  // An address that the page was opened with is looked up by itself, unless this visit can already show something.
  // One that was typed is looked up by its search alone: a second code would make the first one invalid.
  const looked = useRef(false)
  const searchFor = (to: string) => {
    looked.current = true
    setSearch({ email: to }, { replace: true })
    if (tokenFor(to)) return
    found.askForCode(to, { onError: (fault) => toast('error', shared.error, { description: fault.message }) })
  }

  useEffect(() => {
    if (looked.current || !email || found.isProven || !entries) return
    looked.current = true
    if (entries.length === 0) searchFor(email)
  })

  const empty = found.isProven && entries?.length === 0
  useEffect(() => {
    if (empty) toast('info', guest.lookUp.noResults, { description: guest.lookUp.emptyTitle })
  }, [empty])

  return (
    <GuestLayout wide>
      <ButtonLink to={paths.home} look="plain" className="mb-4 -ml-3">
        {guest.company.backToDirectory}
      </ButtonLink>
      <PageTitle>{guest.requests.title}</PageTitle>
      <p className="mt-3 text-ink-soft">{guest.lookUp.intro}</p>
      <div className="mt-8 grid gap-10">
        {found.step === 'code' ? (
          <CodeStep email={email} onProven={found.leaveCode} onChange={found.leaveCode} />
        ) : (
          <>
            <EmailSearch key={email} email={email} busy={found.asking} onSearch={searchFor} />
            {email && <Results found={found} />}
          </>
        )}
      </div>
    </GuestLayout>
  )
}

function Results({ found }: { found: ReturnType<typeof useRequests> }) {
  const { data: entries, error, isFetching, refetch } = found.requests
  if (error && !entries)
    return (
      <ErrorState
        title={guest.lookUp.failed}
        detail={error.message}
        requestId={error instanceof ApiProblem ? error.requestId : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!entries || found.asking) return <RequestsSkeleton />
  if (entries.length === 0)
    return found.isProven ? (
      <EmptyState title={guest.lookUp.emptyTitle}>{guest.lookUp.emptyBody}</EmptyState>
    ) : null
  return (
    <>
      {byCompany(entries).map(({ id, name, entries: theirs }) => (
        <section key={id} aria-labelledby={`company-${id}`}>
          <h2 id={`company-${id}`} className="font-display text-xl font-title">
            {name}{' '}
            <span className="font-sans text-sm font-normal text-ink-soft">
              {guest.lookUp.count(theirs.length)}
            </span>
          </h2>
          <ul className="mt-5 grid gap-5 min-[36rem]:grid-cols-2">
            {theirs.map((entry) => (
              <RequestCard key={entry.id} entry={entry} heading="h3" />
            ))}
          </ul>
        </section>
      ))}
      {!found.isProven && (
        <p className="border-t border-rule pt-6 text-sm text-ink-soft">{guest.lookUp.onlyThisVisit}</p>
      )}
    </>
  )
}

interface CompanyGroup {
  id: string
  name: string
  entries: GuestEntry[]
}

/** Requests by company, in the order in which each company's newest one comes. */
function byCompany(entries: GuestEntry[]): CompanyGroup[] {
  const groups = new Map<string, CompanyGroup>()
  for (const entry of entries) {
    const name = entry.company?.companyName ?? guest.lookUp.unknownCompany
    const group = groups.get(entry.managerId) ?? { id: entry.managerId, name, entries: [] }
    group.entries.push(entry)
    groups.set(entry.managerId, group)
  }
  return [...groups.values()]
}
