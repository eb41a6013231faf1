import { useEffect } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ListedEntry, ReplyOf } from '../../events/api.ts'
import { callAsManager, keys } from './manager-api.ts'

/** Filters look at what is loaded, so pages load by themselves up to here; it is more than most companies have. */
const loadedByItself = 1000

type Page = ReplyOf<'listEntries'>

/** All requests for the manager's properties, newest first. */
export function useEntries() {
  const query = useInfiniteQuery({
    queryKey: keys.entries,
    queryFn: ({ pageParam }) =>
      callAsManager('listEntries', { query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Joins and notifications show without a reload while the page is open.
    refetchInterval: 60_000,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const isShort = (entries?.length ?? 0) < loadedByItself

  useEffect(() => {
    if (hasNextPage && isShort && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isShort, isFetching, isError, fetchNextPage])

  return { ...query, entries }
}

/** Changes one request wherever it is listed; `null` takes it out. Answers what to call to undo it. */
export function changeEntry(
  client: QueryClient,
  entryId: string,
  change: (entry: ListedEntry) => ListedEntry | null,
): () => void {
  const before = client.getQueryData<InfiniteData<Page>>(keys.entries)
  client.setQueryData<InfiniteData<Page>>(
    keys.entries,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          entries: page.entries.flatMap((entry) => (entry.id === entryId ? (change(entry) ?? []) : entry)),
        })),
      },
  )
  return () => client.setQueryData(keys.entries, before)
}
