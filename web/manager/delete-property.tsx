import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedProperty } from '../../events/api.ts'
import { ApiProblem } from '../api.ts'
import { properties } from '../texts/properties.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys } from './manager-api.ts'

interface DeletePropertyProps {
  property: Pick<ListedProperty, 'id' | 'name'>
  open: boolean
  onClose: () => void
}

/** Asks before a property is deleted, and says why where it is refused. */
export function DeleteProperty({ property, open, onClose }: DeletePropertyProps) {
  const client = useQueryClient()
  const { deletion, toasts } = properties
  const deleting = useMutation({
    mutationFn: () => callAsManager('deleteProperty', { params: { propertyId: property.id } }),
    onSuccess: () => {
      toast('success', toasts.deleted)
      client.setQueryData<{ properties: ListedProperty[] }>(
        keys.properties,
        (list) => list && { properties: list.properties.filter((other) => other.id !== property.id) },
      )
      void client.invalidateQueries({ queryKey: keys.dashboard })
    },
    onError: (fault) => {
      const isAwaited = fault instanceof ApiProblem && fault.code === 'property_has_requests'
      const words = fault instanceof ApiProblem ? fault.message : toasts.deleteFailed
      toast('error', isAwaited ? toasts.cannotDelete : toasts.deleteFailed, { description: words })
    },
    onSettled: onClose,
  })

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={deletion.title}
      body={deletion.body(property.name)}
      confirm={deletion.confirm}
      confirming={deletion.confirming}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
    />
  )
}
