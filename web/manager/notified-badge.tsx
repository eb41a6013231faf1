import { manager } from '../texts/manager.ts'
import { Badge } from '../ui/badge.tsx'

/** Whether a guest was told of an opening yet. */
export function NotifiedBadge({ isNotified }: { isNotified: boolean }) {
  return (
    <span className="inline-flex">
      <Badge tone={isNotified ? 'done' : 'quiet'}>{isNotified ? manager.notified : manager.waiting}</Badge>
    </span>
  )
}
