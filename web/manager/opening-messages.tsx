import { useInfiniteQuery } from '@tanstack/react-query'
import { properties } from '../texts/properties.ts'
import { Button } from '../ui/button.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { callAsManager, keys, wordsOf } from './manager-api.ts'
import { MessageList } from './message-list.tsx'

/** Who was told of an opening: address masked, result and time. */
export function OpeningMessages({ propertyId, openingId }: { propertyId: string; openingId: string }) {
  const { detail } = properties
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: keys.openingMessages(openingId),
    queryFn: ({ pageParam }) =>
      callAsManager('listOpeningMessages', {
        params: { propertyId, openingId },
        query: pageParam ? { cursor: pageParam } : {},
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const messages = data?.pages.flatMap((page) => page.messages)

  if (error && !messages)
    return (
      <p role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-sm">
        {detail.messagesFailed} {wordsOf(error)}
        <Button look="plain" busy={isFetching} onClick={() => void refetch()}>
          {detail.retryMessages}
        </Button>
      </p>
    )
  if (!messages)
    return (
      <div className="mt-3">
        <LoadingNote />
        <Skeleton className="h-9 w-full" />
      </div>
    )
  if (messages.length === 0) return <p className="mt-3 text-sm text-ink-soft">{detail.nobodyMatched}</p>
  return (
    <>
      <MessageList messages={messages} />
      {hasNextPage && (
        <Button look="plain" className="-ml-3" busy={isFetching} onClick={() => void fetchNextPage()}>
          {detail.moreMessages}
        </Button>
      )}
    </>
  )
}
