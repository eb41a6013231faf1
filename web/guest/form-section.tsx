import type { ReactNode } from 'react'
import type { Calendar } from './availability.ts'
import { guest } from '../texts/guest.ts'

/** A titled part of a form, set apart by a rule. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 border-t border-rule pt-6">
      <legend className="float-left mb-1 w-full font-display text-xl font-title">{title}</legend>
      {children}
    </fieldset>
  )
}

interface CalendarNoteProps {
  calendar: Calendar | undefined
  flexible: boolean
  minNights: number
}

/** Says how to read the month, or that it cannot be read, and how short a stay may be. */
export function CalendarNote({ calendar, flexible, minNights }: CalendarNoteProps) {
  if (flexible || !calendar) return null
  const isReadable = calendar === 'loading' || (calendar !== 'failed' && calendar.known)
  return (
    <p className="text-sm text-ink-soft">
      {isReadable ? guest.wish.calendarHint : guest.wish.calendarUnknown}{' '}
      {minNights > 1 && guest.wish.minNights(minNights)}
    </p>
  )
}
