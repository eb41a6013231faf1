import { useState } from 'react'
import { addNights, includesNight, nightsBetween, unite } from '../../domain/nights.ts'
import type { Night } from '../../domain/nights.ts'
import { shared } from '../../web/texts/shared.ts'
import { spellStay } from '../../web/ui/dates.ts'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { Field } from '../../web/ui/field.tsx'
import { MonthLegend, MonthView } from '../../web/ui/month-view.tsx'
import { Select } from '../../web/ui/text-input.tsx'
import { toast } from '../../web/ui/toast.ts'
import { addBooking, cancelBooking, platformOf, readBookings, usualSummary } from '../demo/feed-text.ts'
import type { Booking } from '../demo/feed-text.ts'
import { putFeed } from './control-api.ts'
import type { ConsoleFeed } from './control-api.ts'
import { FaultSelect } from './fault-select.tsx'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

interface CalendarsProps {
  feeds: ConsoleFeed[]
  /** The calendar shown until another is chosen. */
  firstName: string
  /** A night that its first month should show. */
  firstNight: Night
  today: Night
}

/** The calendars that booking platforms would serve, one at a time, to cancel and add bookings in. */
export function Calendars({ feeds, firstName, firstNight, today }: CalendarsProps) {
  const [chosen, setChosen] = useState<string>()
  const feed = feeds.find(({ name }) => name === (chosen ?? firstName)) ?? feeds[0]

  return (
    <section aria-labelledby="calendars">
      <h2 id="calendars" className="flex min-h-11 items-center font-display text-xl font-title">
        {texts.calendars.title}
      </h2>
      {feed ? (
        <div className="mt-2 grid gap-5 border-t border-rule pt-4">
          <p className="text-sm text-ink-soft">{texts.calendars.body}</p>
          <div className="grid grid-cols-2 gap-4">
            <Field label={texts.calendars.feed}>
              {(control) => (
                <Select {...control} value={feed.name} onChange={(event) => setChosen(event.target.value)}>
                  {feeds.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <FaultSelect feed={feed} />
          </div>
          <FeedMonths key={feed.name} feed={feed} firstNight={firstNight} today={today} />
        </div>
      ) : (
        <EmptyState title={texts.calendars.none} />
      )}
    </section>
  )
}

function FeedMonths({ feed, firstNight, today }: { feed: ConsoleFeed; firstNight: Night; today: Night }) {
  const [month, setMonth] = useState(firstNight.slice(0, 7))
  const putting = useAction((text: string) => putFeed(feed.name, text))
  const bookings = readBookings(feed.body)
  const taken = unite(bookings)

  const change = (night: Night) => {
    const booking = bookings.find(({ from, to }) => from <= night && night < to)
    const added: Booking = {
      from: night,
      to: addNights(night, 1),
      summary: usualSummary(platformOf(feed.body)),
    }
    const before = feed.body
    putting.mutate(booking ? cancelBooking(before, night) : addBooking(before, added), {
      onSuccess: () =>
        toast(
          'success',
          booking
            ? texts.calendars.cancelled(spell(booking, today))
            : texts.calendars.added(spell(added, today)),
          { action: { label: texts.calendars.undo, onClick: () => putting.mutate(before) } },
        ),
    })
  }

  return (
    <div className="grid gap-4">
      <MonthView
        month={month}
        onMonth={setMonth}
        stateOf={(night) => (includesNight(taken, night) ? 'taken' : 'free')}
        today={today}
        onNight={change}
      />
      <MonthLegend />
    </div>
  )
}

function spell({ from, to }: Booking, today: Night): string {
  return shared.dates.stayWithNights(
    spellStay({ checkIn: from, checkOut: to }, today),
    shared.dates.nights(nightsBetween(from, to)),
  )
}
