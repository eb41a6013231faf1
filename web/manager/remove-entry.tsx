import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedEntry } from '../../events/api.ts'
import { manager } from '../texts/manager.ts'
import { notifications } from '../texts/notifications.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys, wordsOf } from './manager-api.ts'
import { changeEntry } from './use-entries.ts'

interface RemoveEntryProps {
  entry: ListedEntry
  open: boolean
  onClose: () => void
}

/** Asks before a guest's request is deleted. */
export function RemoveEntry({ entry, open, onClose }: RemoveEntryProps) {
  const client = useQueryClient()
  const words = notifications.entry
  const removing = useMutation({
    mutationFn: () => callAsManager('removeEntry', { params: { entryId: entry.id } }),
    onSuccess: () => {
      toast('success', words.removed)
      changeEntry(client, entry.id, () => null)
      void client.invalidateQueries({ queryKey: keys.properties })
      void client.invalidateQueries({ queryKey: keys.dashboard })
    },
    onError: (fault) => toast('error', words.removeFailed, { description: wordsOf(fault) }),
    onSettled: onClose,
  })

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.removeTitle}
      body={words.removeBody(entry.guestName, entry.propertyName ?? manager.unknownProperty)}
      confirm={words.remove}
      confirming={words.removing}
      busy={removing.isPending}
      onConfirm={() => removing.mutate()}
    />
  )
}
