import { Check } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import type { PublicProperty } from '../../domain/property.ts'
import type { GuestEntry } from '../../events/api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { ButtonLink } from '../ui/button.tsx'
import { spellStay, todayHere } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useCompany } from './use-company.ts'
import { readVisit } from './session.ts'
import type { Accepted } from './use-join.ts'

/** What the form hands to this page beside what the visit remembers. */
interface ConfirmationState {
  alreadyWaiting: boolean
  availableNow: boolean
  bookingUrl: string | null
  stay: Pick<GuestEntry, 'anyDates' | 'checkInDate' | 'checkOutDate'>
}

/** The part of a request just made that the confirmation shows. */
export function confirmationState(
  { alreadyWaiting, availableNow, wish }: Accepted,
  { bookingUrl }: PublicProperty,
): ConfirmationState {
  const { anyDates, checkInDate, checkOutDate } = wish
  return {
    alreadyWaiting,
    availableNow,
    bookingUrl,
    stay: { anyDates, checkInDate, checkOutDate },
  }
}

/** Says that the request is kept: for whom, for what, and what happens next. */
export function ConfirmationPage() {
  const { company, address } = useCompany()
  const state = useLocation().state as ConfirmationState | null
  const { guestName, propertyName, email, managerId } = readVisit()
  const place = company.companyName ?? undefined
  const waitlist = `${paths.companyWaitlist(address)}?${new URLSearchParams({ email })}`

  if (!guestName || !propertyName || managerId !== company.id)
    return (
      <>
        <PageTitle place={place}>{guest.confirmation.missingTitle}</PageTitle>
        <EmptyState
          title={guest.confirmation.missingBody}
          action={
            <>
              <ButtonLink to={paths.companyWaitlist(address)}>{guest.confirmation.view}</ButtonLink>
              <ButtonLink to={paths.company(address)} look="quiet">
                {guest.dates.back}
              </ButtonLink>
            </>
          }
        />
      </>
    )

  return (
    <>
      <span
        aria-hidden
        className="mb-6 grid size-14 place-items-center rounded-full bg-action-wash text-action"
      >
        <Check className="size-7" />
      </span>
      <PageTitle place={place}>
        {state?.alreadyWaiting ? guest.confirmation.alreadyTitle : guest.confirmation.title}
      </PageTitle>
      <p className="mt-3 text-lg text-ink-soft">
        {state?.alreadyWaiting ? guest.confirmation.alreadyBody : guest.confirmation.body}
      </p>
      {state?.availableNow && (
        <div className="mt-8">
          <Notice
            title={guest.availableNow.title}
            action={
              state.bookingUrl && <ButtonLink to={state.bookingUrl}>{guest.availableNow.book}</ButtonLink>
            }
          >
            {guest.availableNow.body}
          </Notice>
        </div>
      )}
      <dl className="mt-8 grid gap-x-8 gap-y-1 border-y border-rule py-6 sm:grid-cols-[8rem_1fr] sm:gap-y-4">
        <Line name={guest.confirmation.name}>{guestName}</Line>
        <Line name={guest.confirmation.property}>{propertyName}</Line>
        {state && <Line name={guest.confirmation.dates}>{datesOf(state.stay)}</Line>}
        <Line name={guest.confirmation.email}>{email}</Line>
      </dl>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={waitlist}>{guest.confirmation.view}</ButtonLink>
        <ButtonLink to={paths.company(address)} look="quiet">
          {guest.confirmation.more}
        </ButtonLink>
      </div>
    </>
  )
}

function datesOf({ anyDates, checkInDate, checkOutDate }: ConfirmationState['stay']): string {
  if (anyDates) return guest.card.flexible
  if (!checkInDate || !checkOutDate) return guest.card.none
  return spellStay({ checkIn: checkInDate, checkOut: checkOutDate }, todayHere())
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-sm text-ink-soft not-first:mt-3 sm:not-first:mt-0">{name}</dt>
      <dd className="font-bold wrap-anywhere">{children}</dd>
    </>
  )
}
