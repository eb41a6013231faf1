import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { PublicProperty } from '../../domain/property.ts'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { useInvalidFocus } from '../ui/use-invalid-focus.ts'
import { calendarOf, todayIn } from './availability.ts'
import { useCompany } from './use-company.ts'
import { confirmationState } from './confirmation-page.tsx'
import { DatesSection } from './dates-section.tsx'
import { FormSection } from './form-section.tsx'
import { JoinButton } from './join-button.tsx'
import { availabilityQuery, propertyQuery } from './queries.ts'
import { useJoin } from './use-join.ts'
import { ContactFields } from './wish-fields.tsx'

/** Dates and contact for one property: the way onto its waitlist. */
export function DatesPage() {
  const { company, address } = useCompany()
  const { propertyId = '' } = useParams()
  const { data: property, error, refetch, isFetching } = useQuery(propertyQuery(propertyId))
  const isElsewhere = property && property.managerId !== company.id

  return (
    <>
      <Link
        to={paths.company(address)}
        className="mb-6 inline-flex min-h-11 items-center gap-2 rounded-sm text-sm font-bold text-action"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {guest.dates.back}
      </Link>
      {property && !isElsewhere && <DatesForm property={property} />}
      {(isElsewhere || isMissing(error)) && (
        <>
          <PageTitle place={company.companyName ?? undefined} className="mb-6">
            {guest.dates.missingProperty}
          </PageTitle>
          <EmptyState
            title={guest.dates.missingPropertyBody}
            action={<ButtonLink to={paths.company(address)}>{guest.dates.back}</ButtonLink>}
          />
        </>
      )}
      {!property && error && !isMissing(error) && (
        <ErrorState
          title={guest.company.loadFailed(error.message)}
          detail={guest.company.failedBody}
          requestId={error instanceof ApiProblem ? error.requestId : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!property && !error && <FormSkeleton />}
    </>
  )
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiProblem && error.code === 'property_not_found'
}

function DatesForm({ property }: { property: PublicProperty }) {
  const { company, address } = useCompany()
  const navigate = useNavigate()
  const calendar = calendarOf(useQuery(availabilityQuery(property.id)))
  const join = useJoin()
  const { parts } = join
  const form = useInvalidFocus(join.refusals)
  const today = todayIn(calendar)

  const submit = async () => {
    const joined = await join.submit({ ...parts.draft, phone: '', preference: 'email' }, property, today)
    if (joined) await navigate(paths.confirmation(address), { state: confirmationState(joined, property) })
  }

  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[1fr_14rem] sm:gap-8">
        <div>
          <PageTitle
            place={company.companyName ?? undefined}
            above={guest.dates.above}
            label={guest.dates.title(property.name)}
          >
            {property.name}
          </PageTitle>
          {property.description && <p className="mt-3 text-ink-soft">{property.description}</p>}
        </div>
        {property.imageUrl && (
          <Picture src={property.imageUrl} className="aspect-2/1 w-full rounded-md sm:aspect-3/2" />
        )}
      </div>
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
        className="mt-10 grid gap-12"
      >
        <DatesSection parts={parts} property={property} calendar={calendar} today={today} />
        <FormSection title={guest.wish.yourDetails}>
          <ContactFields {...parts} />
        </FormSection>
        <JoinButton join={join} />
      </form>
    </>
  )
}

function FormSkeleton() {
  return (
    <>
      <LoadingNote />
      <div className="grid gap-5 sm:grid-cols-[1fr_14rem] sm:gap-8">
        <div>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-2 h-11 w-64 max-w-full" />
          <Skeleton className="mt-3 h-14" />
        </div>
        <Skeleton className="aspect-2/1 w-full sm:aspect-3/2" />
      </div>
      <Skeleton className="mt-10 h-8 w-40" />
      <div className="mt-5 grid gap-5 min-[26rem]:grid-cols-2">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="mt-5 h-96" />
    </>
  )
}
