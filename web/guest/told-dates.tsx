import { useEffect, useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { GuestEntry } from '../../events/api.ts'
import { call } from '../api.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'

const words = {
  open: guest.entry.open,
  gone: guest.entry.gone,
  unknown: guest.entry.unknown,
  none: guest.entry.told,
}

/** For a guest who was told: whether those dates are still there, the way to book, and the way back onto the list. */
export function ToldDates({ entry }: { entry: GuestEntry }) {
  const queryClient = useQueryClient()
  // The message's own link: go straight to the question it asked.
  const asked = useSearchParams()[0].has('stay')
  const stay = useMutation({
    mutationFn: () => call('stayOnList', { params: { entryId: entry.id } }),
    onSuccess: (waiting) => {
      queryClient.setQueryData(['entry', entry.id], waiting)
      void queryClient.invalidateQueries({ queryKey: ['requests'] })
      if (!asked) toast('success', guest.entry.stayed, { description: guest.entry.stayedBody })
    },
    onError: (fault) => toast('error', shared.error, { description: fault.message }),
  })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asked) button.current?.focus()
  }, [asked])

  if (!entry.isNotified)
    return asked ? (
      <div className="mt-8">
        <Notice title={guest.entry.stayed}>{guest.entry.stayedBody}</Notice>
      </div>
    ) : null

  const isGone = entry.toldDates === 'gone'
  const bookingUrl = entry.property?.bookingUrl
  return (
    <div className="mt-8">
      <Notice
        tone={isGone ? 'caution' : 'good'}
        title={words[entry.toldDates]}
        action={
          <div className="flex flex-wrap gap-3">
            {bookingUrl && !isGone && (
              <ButtonLink to={bookingUrl} look={asked ? 'quiet' : 'action'}>
                {guest.entry.book}
              </ButtonLink>
            )}
            <Button
              ref={button}
              look={isGone || asked ? 'action' : 'quiet'}
              busy={stay.isPending}
              onClick={() => stay.mutate()}
            >
              {stay.isPending ? guest.entry.staying : guest.entry.stay}
            </Button>
          </div>
        }
      >
        {isGone ? guest.entry.goneBody : guest.entry.stayPrompt}
      </Notice>
    </div>
  )
}
