import { useState } from 'react'
import { ExternalLink, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { GuestEntry } from '../../events/api.ts'
import { paths } from '../paths.ts'
import { guest } from '../texts/guest.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { writeNumeric } from '../ui/dates.ts'
import { Picture } from '../ui/picture.tsx'
import { RequestDialogs } from './request-dialogs.tsx'

interface RequestCardProps {
  entry: GuestEntry
  /** The level below whatever the list stands under. */
  heading?: 'h2' | 'h3'
}

/** One request in a list: what for, which dates, and the ways to change or drop it. */
export function RequestCard({ entry, heading: Heading = 'h2' }: RequestCardProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const name = entry.property?.name ?? guest.card.unknownProperty

  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-rule bg-surface">
      <div className="relative">
        <Picture src={entry.property?.imageUrl} className="aspect-3/2 w-full" />
        {entry.property?.bookingUrl && (
          <a
            href={entry.property.bookingUrl}
            target="_blank"
            rel="noopener noreferrer"
            title={guest.card.listing}
            aria-label={`${guest.card.listing}: ${name}`}
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-surface text-ink shadow-lift hover:bg-sunken"
          >
            <ExternalLink aria-hidden className="size-5" />
          </a>
        )}
      </div>
      <div className="flex grow flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-3">
          <Heading className="font-display text-lg font-title">
            <Link to={paths.entry(entry.id)} className="-my-2 inline-block py-2 hover:underline">
              {name}
            </Link>
          </Heading>
          {entry.isNotified && <Badge tone="done">{guest.card.notified}</Badge>}
        </div>
        <p className="text-sm">
          <span className="block text-ink-soft">{guest.card.requestedDates}</span>
          <span className="font-bold tabular-nums">{datesOf(entry)}</span>
        </p>
        <div className="mt-auto flex gap-2">
          <Button look="quiet" className="grow" onClick={() => setOpen('edit')}>
            {guest.card.edit}
          </Button>
          <Button
            look="removal"
            className="px-3"
            title={guest.card.delete}
            aria-label={`${guest.card.delete}: ${name}`}
            onClick={() => setOpen('delete')}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      <RequestDialogs entry={entry} open={open} onClose={() => setOpen(undefined)} />
    </li>
  )
}

function datesOf({ anyDates, checkInDate, checkOutDate }: GuestEntry): string {
  if (anyDates) return guest.card.flexible
  if (!checkInDate || !checkOutDate) return guest.card.none
  return guest.card.dates(writeNumeric(checkInDate), writeNumeric(checkOutDate))
}
