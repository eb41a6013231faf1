import { guest } from '../texts/guest.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateRangeFields } from '../ui/date-range-fields.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { looksFree, nightState } from './availability.ts'
import type { Calendar } from './availability.ts'
import type { WishDraft, WishErrors } from './wish-form.ts'

/** What each part of a wish's form is given. */
export interface WishPartProps {
  draft: WishDraft
  onChange: (change: Partial<WishDraft>) => void
  errors: WishErrors
}

interface DatesFieldsProps extends WishPartProps {
  today: string
  minNights?: number | undefined
  /** The property's calendar; without it there are only the inputs. */
  calendar?: Calendar | undefined
}

/** Flexible or a stay, with the property's month to choose it from. */
export function DatesFields({ draft, onChange, errors, today, minNights, calendar }: DatesFieldsProps) {
  return (
    <div className="grid gap-5">
      <Checkbox checked={draft.anyDates} onChange={(anyDates) => onChange({ anyDates })} name="anyDates">
        {guest.wish.flexible}
      </Checkbox>
      {!draft.anyDates && (
        <DateRangeFields
          value={draft.stay}
          onChange={(stay) => onChange({ stay })}
          today={today}
          minNights={minNights ?? 1}
          errors={{ checkIn: errors.checkInDate, checkOut: errors.checkOutDate }}
          stateOf={calendar && ((night) => nightState(calendar, night))}
        />
      )}
    </div>
  )
}

/** Name and email. */
export function ContactFields({ draft, onChange, errors }: WishPartProps) {
  return (
    <>
      <NameField draft={draft} onChange={onChange} errors={errors} />
      <EmailField draft={draft} onChange={onChange} errors={errors} />
    </>
  )
}

/** The guest's name. */
export function NameField({ draft, onChange, errors }: WishPartProps) {
  return (
    <Field label={guest.wish.name} error={errors.guestName} required>
      {(control) => (
        <TextInput
          {...control}
          name="guestName"
          autoComplete="name"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
    </Field>
  )
}

/** The guest's email address. */
export function EmailField({ draft, onChange, errors }: WishPartProps) {
  return (
    <Field label={guest.wish.email} hint={guest.wish.emailHint} error={errors.guestEmail} required>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          name="guestEmail"
          autoComplete="email"
          value={draft.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      )}
    </Field>
  )
}

/** The guest's phone number; required once messages go to it. */
export function PhoneField({ draft, onChange, errors }: WishPartProps) {
  const required = draft.preference !== 'email'
  return (
    <Field
      label={guest.wish.phone}
      hint={guest.wish.phoneHint}
      error={errors.guestPhone}
      optional={!required}
      required={required}
    >
      {(control) => (
        <TextInput
          {...control}
          type="tel"
          name="guestPhone"
          autoComplete="tel"
          value={draft.phone}
          onChange={(event) => onChange({ phone: event.target.value })}
        />
      )}
    </Field>
  )
}

interface AvailableNowProps {
  draft: WishDraft
  calendar: Calendar | undefined
  bookingUrl: string | null
}

/** Says at once when the whole chosen stay looks free, with the way to book it (decision D4). */
export function AvailableNow({ draft, calendar, bookingUrl }: AvailableNowProps) {
  const isFree = calendar && !draft.anyDates && looksFree(calendar, draft.stay)
  return (
    // Empty it takes no room of the form's gap; it stays in the page so that filling it is announced.
    <div role="status" className="empty:-mt-5">
      {isFree && (
        <Notice
          title={guest.availableNow.title}
          action={bookingUrl && <ButtonLink to={bookingUrl}>{guest.availableNow.book}</ButtonLink>}
        >
          {bookingUrl ? guest.availableNow.body : guest.availableNow.noLink}
        </Notice>
      )}
    </div>
  )
}
