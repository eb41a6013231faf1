import type { PublicProperty } from '../../domain/property.ts'
import { guest } from '../texts/guest.ts'
import type { Calendar } from './availability.ts'
import { FormSection } from './form-section.tsx'
import { AvailableNow, DatesFields } from './wish-fields.tsx'
import type { WishPartProps } from './wish-fields.tsx'

interface DatesSectionProps {
  parts: WishPartProps
  /** Nothing while none is chosen; then there is no calendar either. */
  property: PublicProperty | undefined
  calendar: Calendar | undefined
  today: string
}

/** The dates of a new request, with what the property's calendar has to say about them. */
export function DatesSection({ parts, property, calendar, today }: DatesSectionProps) {
  const { draft } = parts
  const minNights = property?.minNights ?? 1
  return (
    <FormSection title={guest.wish.yourDates}>
      <DatesFields {...parts} today={today} minNights={minNights} calendar={calendar} />
      <CalendarNote calendar={calendar} flexible={draft.anyDates} minNights={minNights} />
      <AvailableNow draft={draft} calendar={calendar} bookingUrl={property?.bookingUrl ?? null} />
    </FormSection>
  )
}

interface CalendarNoteProps {
  calendar: Calendar | undefined
  flexible: boolean
  minNights: number
}

/** Says how to read the month, or that it cannot be read, and how short a stay may be. */
function CalendarNote({ calendar, flexible, minNights }: CalendarNoteProps) {
  if (flexible || !calendar) return null
  const isReadable = calendar === 'loading' || (calendar !== 'failed' && calendar.known)
  return (
    <p className="text-sm text-ink-soft">
      {isReadable ? guest.wish.calendarHint : guest.wish.calendarUnknown}{' '}
      {minNights > 1 && guest.wish.minNights(minNights)}
    </p>
  )
}
