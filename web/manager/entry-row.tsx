import { useState } from 'react'
import { EllipsisVertical, Send, Trash2, TriangleAlert } from 'lucide-react'
import type { ListedEntry } from '../../events/api.ts'
import { nightsBetween } from '../../domain/nights.ts'
import { manager } from '../texts/manager.ts'
import { notifications } from '../texts/notifications.ts'
import { shared } from '../texts/shared.ts'
import { Badge } from '../ui/badge.tsx'
import { spellStay, todayHere, writeInstant } from '../ui/dates.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { EntryMessages } from './entry-messages.tsx'
import { NotifiedBadge } from './notified-badge.tsx'
import { PriorityHeart } from './priority-heart.tsx'
import { RemoveEntry } from './remove-entry.tsx'

/** One guest's request, with all that a manager may want to know before answering the phone. */
export function EntryRow({ entry }: { entry: ListedEntry }) {
  const words = notifications.entry
  const [isRemoving, setRemoving] = useState(false)
  const [showsMessages, setShowsMessages] = useState(false)

  return (
    <li className="border-b border-rule py-4 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,20rem)_12rem_auto] lg:gap-x-5">
        <PriorityHeart entry={entry} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-bold break-words">{entry.guestName}</span>
            {entry.isPriority && <Badge>{words.priority}</Badge>}
            <NotifiedBadge isNotified={entry.isNotified} />
          </p>
          <p className="mt-0.5 text-sm break-words text-ink-soft">
            <a href={`mailto:${entry.guestEmail}`} className="hover:text-ink hover:underline">
              {entry.guestEmail}
            </a>
            {entry.guestPhone && (
              <>
                <span aria-hidden> · </span>
                <a
                  href={`tel:${entry.guestPhone}`}
                  className="whitespace-nowrap hover:text-ink hover:underline"
                >
                  {entry.guestPhone}
                </a>
              </>
            )}
          </p>
        </div>
        <div className="min-w-0 text-sm max-lg:col-start-2 max-lg:row-start-2">
          <p className="font-bold break-words">{entry.propertyName ?? manager.unknownProperty}</p>
          <p className="tabular-nums">{datesOf(entry)}</p>
        </div>
        <div className="text-sm text-ink-soft max-lg:col-start-2 max-lg:row-start-3 lg:text-right">
          <p className="tabular-nums">{manager.joined(writeInstant(entry.createdAt))}</p>
          {entry.isPriority && <p>{words.immediate}</p>}
        </div>
        <Menu
          label={words.menu(entry.guestName)}
          trigger={<EllipsisVertical aria-hidden className="size-5" />}
          className="max-lg:col-start-3 max-lg:row-start-1"
        >
          <MenuItem onSelect={() => setShowsMessages(!showsMessages)}>
            <Send aria-hidden />
            {words.messages}
          </MenuItem>
          <MenuItem danger onSelect={() => setRemoving(true)}>
            <Trash2 aria-hidden />
            {words.remove}
          </MenuItem>
        </Menu>
      </div>
      {entry.deliveryIssue && (
        <p className="mt-2 ml-11.5 flex items-start gap-2 text-sm text-caution lg:ml-13.5">
          <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {manager.deliveryIssue[entry.deliveryIssue]}
        </p>
      )}
      {showsMessages && (
        <div className="ml-11.5 lg:ml-13.5">
          <EntryMessages entryId={entry.id} />
        </div>
      )}
      <RemoveEntry entry={entry} open={isRemoving} onClose={() => setRemoving(false)} />
    </li>
  )
}

function datesOf(entry: ListedEntry): string {
  const { anyDates, checkInDate: checkIn, checkOutDate: checkOut } = entry
  if (anyDates || !checkIn || !checkOut) return manager.flexible
  return shared.dates.stayWithNights(
    spellStay({ checkIn, checkOut }, todayHere()),
    shared.dates.nights(nightsBetween(checkIn, checkOut)),
  )
}
