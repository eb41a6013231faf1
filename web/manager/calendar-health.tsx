import { CalendarCheck2, CalendarClock, CalendarX2, Hand } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ListedProperty } from '../../events/api.ts'
import { paths } from '../paths.ts'
import { properties } from '../texts/properties.ts'

const icons = { good: CalendarCheck2, unread: CalendarClock, failing: CalendarX2 }

/** How a property's calendar fares, in words; and what waits for the manager's decision. */
export function CalendarHealthWords({
  property,
}: {
  property: Pick<ListedProperty, 'id' | 'calendarHealth' | 'calendarFault' | 'heldCount'>
}) {
  const { calendarHealth, calendarFault, heldCount } = property
  const Icon = icons[calendarHealth]
  return (
    <div className="grid gap-0.5 text-sm">
      <p
        className={`flex items-start gap-1.5 ${calendarHealth === 'failing' ? 'font-bold text-caution' : 'text-ink-soft'}`}
      >
        <Icon aria-hidden className="mt-1 size-4 shrink-0" />
        <span>
          {properties.health[calendarHealth]}
          {calendarFault && <span className="font-normal">. {calendarFault}</span>}
        </span>
      </p>
      {heldCount > 0 && (
        <Link
          to={paths.property(property.id)}
          className="inline-flex items-center gap-1.5 justify-self-start py-0.5 font-bold text-caution hover:underline"
        >
          <Hand aria-hidden className="size-4 shrink-0" />
          {properties.health.held(heldCount)}
        </Link>
      )}
    </div>
  )
}
