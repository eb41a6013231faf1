import { useQuery } from '@tanstack/react-query'
import { notifications } from '../texts/notifications.ts'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { callAsManager, keys, wordsOf } from './manager-api.ts'
import { MessageList } from './message-list.tsx'

/** What was sent for one request. */
export function EntryMessages({ entryId }: { entryId: string }) {
  const words = notifications.entry
  const { data, error } = useQuery({
    queryKey: keys.entryMessages(entryId),
    queryFn: () => callAsManager('listEntryMessages', { params: { entryId } }),
  })
  if (error)
    return (
      <p role="alert" className="mt-3 text-sm">
        {words.messagesFailed} {wordsOf(error)}
      </p>
    )
  if (!data)
    return (
      <div className="mt-3">
        <LoadingNote />
        <Skeleton className="h-9 w-full" />
      </div>
    )
  if (data.messages.length === 0)
    return (
      <p role="status" className="mt-3 text-sm text-ink-soft">
        {words.noMessages}
      </p>
    )
  return <MessageList messages={data.messages} />
}
