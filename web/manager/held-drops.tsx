import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HeldDrop, PropertyCalendar } from '../../events/api.ts'
import { nightsBetween } from '../../domain/nights.ts'
import { properties } from '../texts/properties.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { spellStay } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys, wordsOf } from './manager-api.ts'
import { writeDuration, writeMoment } from './moments.ts'

/** More ranges than this say no more than their number. */
const listedRanges = 6

/** Nights that came free in a suspicious way: told to nobody until the manager decides, or two good hours pass. */
export function HeldDrops({ propertyId, calendar }: { propertyId: string; calendar: PropertyCalendar }) {
  const { detail } = properties
  return (
    <section aria-labelledby="held" className="rounded-lg border border-caution bg-caution-wash p-5 sm:p-6">
      <h2 id="held" className="font-display text-xl font-title">
        {detail.held}
      </h2>
      <p className="mt-1 text-sm">{detail.heldBody}</p>
      <ul className="mt-4 grid gap-6">
        {calendar.held.map((drop) => (
          <Drop key={drop.id} propertyId={propertyId} drop={drop} today={calendar.today} />
        ))}
      </ul>
    </section>
  )
}

function Drop({ propertyId, drop, today }: { propertyId: string; drop: HeldDrop; today: string }) {
  const client = useQueryClient()
  const { detail } = properties
  const deciding = useMutation({
    mutationFn: (decision: 'releaseHold' | 'dismissHold') =>
      callAsManager(decision, { params: { propertyId, holdId: drop.id } }),
    onSuccess: (calendar, decision) => {
      const [title, description] =
        decision === 'releaseHold'
          ? [detail.released, detail.releasedBody]
          : [detail.dismissed, detail.dismissedBody]
      toast('success', title, { description })
      client.setQueryData(keys.calendar(propertyId), calendar)
      void client.invalidateQueries({ queryKey: keys.properties })
    },
    onError: (fault) => {
      toast('error', detail.decisionFailed, { description: wordsOf(fault) })
      void client.invalidateQueries({ queryKey: keys.calendar(propertyId) })
    },
  })
  const working = deciding.isPending ? deciding.variables : null
  const more = drop.ranges.length - listedRanges

  return (
    <li className="grid gap-3 border-t border-caution/40 pt-4">
      <p className="font-bold">{detail.heldReason[drop.reason]}</p>
      <ul aria-label={detail.heldNights} className="text-sm tabular-nums">
        {drop.ranges.slice(0, listedRanges).map(({ from, to }) => (
          <li key={from}>
            {shared.dates.stayWithNights(
              spellStay({ checkIn: from, checkOut: to }, today),
              shared.dates.nights(nightsBetween(from, to)),
            )}
          </li>
        ))}
        {more > 0 && <li>{detail.moreRanges(more)}</li>}
      </ul>
      <p className="text-sm">
        {detail.heldSince(writeMoment(drop.heldSince))}.{' '}
        {drop.remainingSeconds === null
          ? detail.heldUntilDecided
          : detail.heldRest(writeDuration(drop.remainingSeconds))}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={working === 'releaseHold'}
          disabled={working === 'dismissHold'}
          onClick={() => deciding.mutate('releaseHold')}
        >
          {working === 'releaseHold' ? detail.releasing : detail.release}
        </Button>
        <Button
          look="quiet"
          busy={working === 'dismissHold'}
          disabled={working === 'releaseHold'}
          onClick={() => deciding.mutate('dismissHold')}
        >
          {working === 'dismissHold' ? detail.dismissing : detail.dismiss}
        </Button>
      </div>
    </li>
  )
}
