import { useState } from 'react'
import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { PublicProperty } from '../../domain/property.ts'
import type { NotificationPreference } from '../../domain/waitlist.ts'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { todayHere } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Field } from '../ui/field.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { Select } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { useInvalidFocus } from '../ui/use-invalid-focus.ts'
import { calendarOf, todayIn } from './availability.ts'
import { useCompany } from './use-company.ts'
import { DatesSection } from './dates-section.tsx'
import { FormSection } from './form-section.tsx'
import { JoinButton } from './join-button.tsx'
import { availabilityQuery, propertiesQuery } from './queries.ts'
import { useJoin } from './use-join.ts'
import type { Accepted } from './use-join.ts'
import { ContactFields, PhoneField } from './wish-fields.tsx'

/** The combined form: property, dates, contact and how to be told, on one page. */
export function JoinPage() {
  const { company } = useCompany()
  const { data: properties, error, refetch, isFetching } = useQuery(propertiesQuery(company.id))
  const [joined, setJoined] = useState<Accepted>()

  return (
    <>
      <PageTitle key={joined ? 'added' : 'form'} place={company.companyName ?? undefined}>
        {joined ? guest.join.added : guest.join.title}
      </PageTitle>
      {joined && <JoinedState joined={joined} onAnother={() => setJoined(undefined)} />}
      {!joined && properties && properties.length > 0 && (
        <JoinForm properties={properties} onJoined={setJoined} />
      )}
      {properties?.length === 0 && (
        <div className="mt-8">
          <EmptyState title={guest.list.emptyTitle}>{guest.list.emptyBody}</EmptyState>
        </div>
      )}
      {!properties && error && (
        <div className="mt-8">
          <ErrorState
            title={guest.list.errorTitle}
            detail={error.message}
            requestId={error instanceof ApiProblem ? error.requestId : undefined}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!properties && !error && (
        <div className="mt-10 grid gap-6">
          <LoadingNote />
          <Skeleton className="h-20" />
          <Skeleton className="h-96" />
        </div>
      )}
    </>
  )
}

function JoinForm({
  properties,
  onJoined,
}: {
  properties: PublicProperty[]
  onJoined: (joined: Accepted) => void
}) {
  const { propertyId: given } = useParams()
  const only = properties.length === 1 ? properties[0]?.id : undefined
  const [propertyId, setPropertyId] = useState(properties.find(({ id }) => id === given)?.id ?? only ?? '')
  const [propertyError, setPropertyError] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const query = useQuery(availabilityQuery(propertyId))
  const join = useJoin()
  const { parts } = join
  const form = useInvalidFocus(join.refusals + refusals)
  const property = properties.find(({ id }) => id === propertyId)
  const calendar = property && calendarOf(query)
  const today = calendar ? todayIn(calendar) : todayHere()

  const submit = async () => {
    if (!property) {
      setPropertyError(guest.join.missingProperty)
      setRefusals(refusals + 1)
      return
    }
    const joined = await join.submit(parts.draft, property, today)
    if (!joined) return
    toast('success', guest.join.added, { description: guest.join.addedBody })
    onJoined(joined)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
      className="mt-8 grid gap-12"
    >
      <Field label={guest.join.property} error={propertyError} required>
        {(control) => (
          <Select
            {...control}
            name="propertyId"
            value={propertyId}
            onChange={(event) => {
              setPropertyId(event.target.value)
              setPropertyError(undefined)
            }}
          >
            <option value="">{guest.join.choose}</option>
            {properties.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DatesSection parts={parts} property={property} calendar={calendar} today={today} />
      <FormSection title={guest.wish.yourDetails}>
        <ContactFields {...parts} />
        <PhoneField {...parts} />
        <PreferenceChoice
          value={parts.draft.preference}
          onChange={(preference) => parts.onChange({ preference })}
        />
      </FormSection>
      <JoinButton join={join} />
    </form>
  )
}

const preferences = ['email', 'sms', 'both'] as const satisfies NotificationPreference[]

interface PreferenceChoiceProps {
  value: NotificationPreference
  onChange: (preference: NotificationPreference) => void
}

function PreferenceChoice({ value, onChange }: PreferenceChoiceProps) {
  return (
    <fieldset>
      <legend className="text-sm font-bold">{guest.join.preference}</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-8">
        {preferences.map((preference) => (
          <label key={preference} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name="notificationPreference"
              value={preference}
              checked={preference === value}
              onChange={() => onChange(preference)}
              className="size-5 accent-action"
            />
            {guest.join.preferences[preference]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function JoinedState({ joined, onAnother }: { joined: Accepted; onAnother: () => void }) {
  const { address } = useCompany()
  const email = new URLSearchParams({ email: joined.wish.guestEmail })
  return (
    <>
      <p className="mt-3 text-lg text-ink-soft">
        {joined.alreadyWaiting ? guest.confirmation.alreadyBody : guest.join.addedBody}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={`${paths.companyWaitlist(address)}?${email}`}>{guest.confirmation.view}</ButtonLink>
        <Button look="quiet" onClick={onAnother}>
          {guest.join.another}
        </Button>
      </div>
    </>
  )
}
