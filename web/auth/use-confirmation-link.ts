import { useEffect, useState } from 'react'
import { confirmSignUp } from '../auth.ts'

export type LinkState = 'none' | 'confirming' | 'confirmed' | 'failed'

const alreadyTried = new Map<string, Promise<void>>()

/** Confirms an address by the link that the page was opened with; `none` when it was opened otherwise. */
export function useConfirmationLink(email: string | null, code: string | null): LinkState {
  const [state, setState] = useState<LinkState>(email && code ? 'confirming' : 'none')

  useEffect(() => {
    if (!email || !code) return
    let isShown = true
    // A code works once; an effect may run twice.
    const trial = alreadyTried.get(code) ?? confirmSignUp(email, code)
    alreadyTried.set(code, trial)
    trial.then(
      () => isShown && setState('confirmed'),
      () => isShown && setState('failed'),
    )
    return () => {
      isShown = false
    }
  }, [email, code])

  return state
}
