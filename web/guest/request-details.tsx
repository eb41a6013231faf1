import { useState } from 'react'
import type { ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import type { GuestEntry } from '../../events/api.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { todayHere, writeMedium } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { useChangeRequest } from './use-change-request.ts'
import { ContactFields, DatesFields, PhoneField } from './wish-fields.tsx'

/** The details of a request, to read and to edit in place. */
export function RequestDetails({ entry }: { entry: GuestEntry }) {
  const [editing, setEditing] = useState(false)
  return (
    <section aria-labelledby="details" className="mt-10 border-t border-rule pt-6">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="details" className="font-display text-xl font-title">
          {guest.entry.details}
        </h2>
        {!editing && (
          <Button look="quiet" onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
            {guest.entry.edit}
          </Button>
        )}
      </div>
      {editing ? (
        <DetailsForm entry={entry} onDone={() => setEditing(false)} />
      ) : (
        <dl className="mt-4 grid gap-x-8 gap-y-1 sm:grid-cols-[10rem_1fr] sm:gap-y-4">
          <Line name={guest.entry.name}>{entry.guestName}</Line>
          <Line name={guest.entry.email}>{entry.guestEmail}</Line>
          {entry.guestPhone && <Line name={guest.entry.phone}>{entry.guestPhone}</Line>}
          {entry.anyDates ? (
            <Line name={guest.wish.yourDates}>{guest.entry.anyDates}</Line>
          ) : (
            <>
              <Line name={guest.entry.checkIn}>
                {entry.checkInDate ? writeMedium(entry.checkInDate) : guest.card.none}
              </Line>
              <Line name={guest.entry.checkOut}>
                {entry.checkOutDate ? writeMedium(entry.checkOutDate) : guest.card.none}
              </Line>
            </>
          )}
        </dl>
      )}
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-ink-soft not-first:mt-3 sm:not-first:mt-0">{name}</dt>
      <dd className="font-bold wrap-anywhere tabular-nums">{children}</dd>
    </>
  )
}

function DetailsForm({ entry, onDone }: { entry: GuestEntry; onDone: () => void }) {
  const { form, parts, busy } = useChangeRequest(entry, () => {
    onDone()
    toast('success', guest.entry.success, { description: guest.entry.saved })
  })
  return (
    <form {...form} className="mt-4 grid gap-5">
      <ContactFields {...parts} />
      <PhoneField {...parts} />
      <DatesFields {...parts} today={todayHere()} minNights={entry.property?.minNights} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {busy ? guest.entry.saving : guest.entry.save}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {shared.cancel}
        </Button>
      </div>
    </form>
  )
}
