import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../web/ui/toast.ts'
import { readState } from './control-api.ts'
import { texts } from './texts.ts'

const stateKey = ['state']

/** The state of the stack, read once a second. */
export function useStack() {
  return useQuery({ queryKey: stateKey, queryFn: readState })
}

/** Something done to the stack; afterwards its state is read at once, and a refusal is said. */
export function useAction<Given = void>(act: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onError: (fault) => toast('error', texts.failed, { description: fault.message }),
    onSettled: () => client.invalidateQueries({ queryKey: stateKey }),
  })
}
