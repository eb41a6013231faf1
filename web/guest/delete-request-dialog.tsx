import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GuestEntry } from '../../events/api.ts'
import { call } from '../api.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { forgetEntry } from './session.ts'

interface DeleteRequestDialogProps {
  entry: GuestEntry
  open: boolean
  onClose: () => void
  /** Called instead of the usual toast, by a page that says it itself. */
  onDeleted?: () => void
}

/** Asks, then takes a request off the waitlist for good. */
export function DeleteRequestDialog({ entry, open, onClose, onDeleted }: DeleteRequestDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call('deleteEntry', { params: { entryId: entry.id } }),
    onSuccess: () => {
      forgetEntry(entry.id)
      onClose()
      if (onDeleted) onDeleted()
      else toast('success', guest.remove.done, { description: guest.remove.doneBody })
      queryClient.setQueriesData<GuestEntry[]>({ queryKey: ['requests'] }, (entries) =>
        entries?.filter(({ id }) => id !== entry.id),
      )
      // The button that had the focus goes with its card: without this the next Tab begins at the top of the page.
      if (!onDeleted) requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus())
    },
    onError: (fault) => toast('error', shared.error, { description: fault.message }),
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={guest.remove.title}
      body={guest.remove.body(entry.property?.name ?? guest.card.unknownProperty)}
      confirm={guest.remove.confirm}
      confirming={guest.remove.confirming}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
