import { useId, useState } from 'react'
import { addNights, nightsBetween } from '../../domain/nights.ts'
import { shared } from '../texts/shared.ts'
import { spellStay } from './dates.ts'
import { Field } from './field.tsx'
import type { NightState } from './month-runs.ts'
import { MonthLegend, MonthView } from './month-view.tsx'
import { changeCheckIn, isMeant, pickDay } from './stay-choice.ts'
import type { StayChoice } from './stay-choice.ts'
import { TextInput } from './text-input.tsx'

interface DateRangeFieldsProps {
  value: StayChoice
  onChange: (stay: StayChoice) => void
  /** The first day that can be chosen. */
  today: string
  minNights?: number
  errors?: { checkIn?: string | undefined; checkOut?: string | undefined }
  /** What is known of a night. Without it the month view is left out. */
  stateOf?: ((night: string) => NightState | undefined) | undefined
}

/** Keeps years at four digits where a browser would take more. */
const lastDay = '9999-12-31'

/**
 * Arrival and departure: two date inputs and, where a calendar is known, its month to pick from. The departure
 * follows the arrival; nights and dates are spelled out below and announced.
 */
export function DateRangeFields(props: DateRangeFieldsProps) {
  const { value, onChange, today, minNights = 1, errors = {}, stateOf } = props
  const summaryId = useId()
  const [month, setMonth] = useState((value.checkIn || today).slice(0, 7))

  const change = (stay: StayChoice) => {
    onChange(stay)
    if (isMeant(stay.checkIn) && stay.checkIn >= today && stay.checkIn !== value.checkIn)
      setMonth(stay.checkIn.slice(0, 7))
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-5 min-[26rem]:grid-cols-2">
        <Field label={shared.dates.checkIn} error={errors.checkIn} required>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              name="checkInDate"
              min={today}
              max={lastDay}
              value={value.checkIn}
              onChange={(event) => change(changeCheckIn(value, event.target.value, minNights))}
            />
          )}
        </Field>
        <Field label={shared.dates.checkOut} error={errors.checkOut} required>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              name="checkOutDate"
              min={addNights(isMeant(value.checkIn) && value.checkIn >= today ? value.checkIn : today, 1)}
              max={lastDay}
              value={value.checkOut}
              onChange={(event) => onChange({ ...value, checkOut: event.target.value })}
            />
          )}
        </Field>
      </div>
      <p
        id={summaryId}
        role="status"
        className={
          isMeant(value.checkOut) && value.checkOut > value.checkIn
            ? 'min-h-7 font-bold'
            : 'min-h-7 text-ink-soft'
        }
      >
        {summaryOf(value, today)}
      </p>
      {stateOf && (
        <div className="grid gap-4">
          <MonthView
            month={month}
            onMonth={setMonth}
            stateOf={stateOf}
            today={today}
            stay={value}
            onNight={(day) => onChange(pickDay(value, day, minNights))}
          />
          <MonthLegend chosen />
        </div>
      )}
    </div>
  )
}

/** "Fri 4 to Mon 7 June, 3 nights", or what to do next. */
function summaryOf(stay: StayChoice, today: string): string {
  if (!isMeant(stay.checkIn)) return shared.dates.pickCheckIn
  if (!isMeant(stay.checkOut) || stay.checkOut <= stay.checkIn) return shared.dates.pickCheckOut
  const nights = shared.dates.nights(nightsBetween(stay.checkIn, stay.checkOut))
  return shared.dates.stayWithNights(spellStay(stay, today), nights)
}
