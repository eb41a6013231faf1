import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { requestsQuery } from './queries.ts'
import { tokenFor } from './session.ts'

/**
 * The requests of one address: all of them once its code was entered, before that those of this visit.
 *
 * `askForCode` sends a code; `step` tells whether the page waits for it to be entered.
 */
export function useRequests(email: string, managerId?: string) {
  const [sentTo, setSentTo] = useState<string>()
  // Read anew on every render: the code step stores it, and a refused one is dropped while loading.
  const token = tokenFor(email)
  const requests = useQuery(requestsQuery({ email, token, managerId }))
  const code = useMutation({
    mutationFn: (to: string) => call('requestEmailCode', { body: { email: to } }),
    onSuccess: (_, to) => setSentTo(to),
  })
  const leaveCode = () => setSentTo(undefined)

  return {
    requests,
    isProven: token !== undefined,
    step: sentTo === email && !token ? ('code' as const) : ('list' as const),
    askForCode: code.mutate,
    asking: code.isPending,
    /** Closes the code step: with the proof that it stored, or without one. */
    leaveCode,
  }
}
