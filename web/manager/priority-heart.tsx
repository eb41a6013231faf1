import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { ListedEntry } from '../../events/api.ts'
import { ApiProblem } from '../api.ts'
import { notifications } from '../texts/notifications.ts'
import { classNames } from '../ui/class-names.ts'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys } from './manager-api.ts'
import { changeEntry } from './use-entries.ts'

/** Marks a request for immediate notification, or takes the mark away. Filled at once, undone if refused. */
export function PriorityHeart({ entry }: { entry: ListedEntry }) {
  const client = useQueryClient()
  const { toasts, entry: words } = notifications
  const marking = useMutation({
    mutationFn: (isPriority: boolean) =>
      callAsManager('setEntryPriority', { params: { entryId: entry.id }, body: { isPriority } }),
    onMutate: async (isPriority) => {
      await client.cancelQueries({ queryKey: keys.entries })
      return changeEntry(client, entry.id, (old) => ({ ...old, isPriority }))
    },
    onSuccess: (saved) => {
      changeEntry(client, entry.id, () => saved)
      toast('success', saved.isPriority ? toasts.added : toasts.removed, {
        description: saved.isPriority ? toasts.addedBody : toasts.removedBody,
      })
    },
    onError: (fault, _isPriority, undo) => {
      undo?.()
      toast('error', fault instanceof ApiProblem ? fault.message : toasts.priorityFailed)
    },
  })

  return (
    <button
      type="button"
      aria-pressed={entry.isPriority}
      aria-label={
        entry.isPriority ? words.removePriority(entry.guestName) : words.makePriority(entry.guestName)
      }
      onClick={() => !marking.isPending && marking.mutate(!entry.isPriority)}
      className={classNames(
        '-ml-2.5 grid size-11 place-items-center rounded-full transition-colors hover:bg-sunken',
        entry.isPriority ? 'text-coral' : 'text-ink-soft hover:text-coral',
      )}
    >
      <Heart aria-hidden className="size-5" fill={entry.isPriority ? 'currentColor' : 'none'} />
    </button>
  )
}
