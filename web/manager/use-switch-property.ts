import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { ListedProperty } from '../../events/api.ts'
import { ApiProblem } from '../api.ts'
import { paths } from '../paths.ts'
import { manager } from '../texts/manager.ts'
import { properties } from '../texts/properties.ts'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys, wordsOf } from './manager-api.ts'
import { takeProperty } from './property-cache.ts'

/** A property's switch: turned at once, turned back where the API refuses. */
export function useSwitchProperty(property: ListedProperty): {
  isActive: boolean
  turn: (isActive: boolean) => void
} {
  const client = useQueryClient()
  const showRefusal = useShowRefusal()
  const { toasts } = properties
  const switching = useMutation({
    mutationFn: (isActive: boolean) =>
      callAsManager('setPropertyActive', { params: { propertyId: property.id }, body: { isActive } }),
    onSuccess: (saved) => {
      takeProperty(client, saved)
      void client.invalidateQueries({ queryKey: keys.dashboard })
      toast('success', saved.isActive ? toasts.activated : toasts.deactivated)
    },
    onError: (fault) => showRefusal(toasts.updateFailed, fault),
  })

  return {
    isActive: switching.isPending ? switching.variables : property.isActive,
    turn: (isActive) => !switching.isPending && switching.mutate(isActive),
  }
}

/** Says why something was refused. Where a subscription would allow it, offers the way to one. */
export function useShowRefusal(): (title: string, fault: unknown) => void {
  const navigate = useNavigate()
  return (title, fault) => {
    const needsPlan = fault instanceof ApiProblem && fault.code === 'subscription_required'
    toast('error', title, {
      description: wordsOf(fault),
      ...(needsPlan && { action: { label: manager.subscribe, onClick: () => void navigate(paths.profile) } }),
    })
  }
}
