import { useState } from 'react'
import type { ListedOpening } from '../../events/api.ts'
import { nightsBetween } from '../../domain/nights.ts'
import { properties } from '../texts/properties.ts'
import { shared } from '../texts/shared.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { spellStay } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { writeMoment } from './moments.ts'
import { OpeningMessages } from './opening-messages.tsx'

interface OpeningListProps {
  propertyId: string
  openings: ListedOpening[]
  today: string
}

const tones = { seen: 'caution', confirmed: 'done', gone: 'quiet' } as const

/** The nights that came free lately, and whom that was told. */
export function OpeningList({ propertyId, openings, today }: OpeningListProps) {
  const { detail } = properties
  return (
    <section aria-labelledby="openings">
      <h2 id="openings" className="font-display text-xl font-title">
        {detail.openings}
      </h2>
      <div className="mt-3">
        {openings.length === 0 ? (
          <EmptyState title={detail.noOpenings}>{detail.noOpeningsBody}</EmptyState>
        ) : (
          <ul className="border-t border-rule">
            {openings.map((opening) => (
              <Opening key={opening.id} propertyId={propertyId} opening={opening} today={today} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Opening({
  propertyId,
  opening,
  today,
}: {
  propertyId: string
  opening: ListedOpening
  today: string
}) {
  const { detail } = properties
  const [isOpen, setOpen] = useState(false)
  const listId = `messages-${opening.id}`

  return (
    <li className="border-b border-rule py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p className="font-bold tabular-nums">
            {shared.dates.stayWithNights(
              spellStay({ checkIn: opening.from, checkOut: opening.to }, today),
              shared.dates.nights(nightsBetween(opening.from, opening.to)),
            )}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <Badge tone={tones[opening.state]}>{detail.openingState[opening.state]}</Badge>
            {opening.kind === 'season' && <Badge>{detail.opened}</Badge>}
            <span>{detail.found(writeMoment(opening.foundAt))}</span>
            <span>{detail.told(opening.sentCount)}</span>
          </p>
        </div>
        {opening.state !== 'seen' && (
          <Button
            look="plain"
            aria-expanded={isOpen}
            aria-controls={listId}
            className="max-sm:-ml-3"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? detail.hideTold : detail.showTold}
          </Button>
        )}
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <OpeningMessages propertyId={propertyId} openingId={opening.id} />}
      </div>
    </li>
  )
}
