import { guest } from '../texts/guest.ts'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'

/** Two request cards to be. */
export function RequestsSkeleton() {
  return (
    <>
      <LoadingNote>{guest.requests.loading}</LoadingNote>
      <div className="grid gap-5 min-[36rem]:grid-cols-2">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  )
}
