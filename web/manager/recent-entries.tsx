import { Link } from 'react-router-dom'
import type { ListedEntry } from '../../events/api.ts'
import { paths } from '../paths.ts'
import { dashboard } from '../texts/dashboard.ts'
import { manager } from '../texts/manager.ts'
import { writeInstant } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { NotifiedBadge } from './notified-badge.tsx'

/** The newest requests: who, for what, and whether they were told. */
export function RecentEntries({ entries }: { entries: ListedEntry[] }) {
  return (
    <section aria-labelledby="recent">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="recent" className="font-display text-xl font-title">
          {dashboard.recent}
        </h2>
        {entries.length > 0 && (
          <Link
            to={paths.notifications}
            className="inline-flex min-h-11 items-center text-sm font-bold whitespace-nowrap text-action hover:underline"
          >
            {dashboard.recentAll}
          </Link>
        )}
      </div>
      {entries.length === 0 ? (
        <div className="mt-3">
          <EmptyState title={dashboard.noEntries}>{dashboard.noEntriesBody}</EmptyState>
        </div>
      ) : (
        <ul className="mt-3 border-t border-rule">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_6rem_7rem]"
            >
              <div className="min-w-0">
                <p className="truncate font-bold">{entry.guestName}</p>
                <p className="truncate text-sm text-ink-soft">
                  {entry.propertyName ?? manager.unknownProperty}
                </p>
              </div>
              <NotifiedBadge isNotified={entry.isNotified} />
              <time
                dateTime={entry.createdAt}
                className="text-sm text-ink-soft tabular-nums max-sm:col-span-2 max-sm:pt-1 sm:text-right"
              >
                {writeInstant(entry.createdAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
