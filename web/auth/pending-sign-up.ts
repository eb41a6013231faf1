import { useSyncExternalStore } from 'react'

/** An account whose address is not confirmed yet. */
export interface PendingSignUp {
  email: string
  /** Only while the page that took it lives: it is never stored. Without it the reader signs in once more. */
  password?: string
}

const storageKey = 'pending_sign_up_email'

let pending: PendingSignUp | null = restore()
const listeners = new Set<() => void>()

function restore(): PendingSignUp | null {
  const email = sessionStorage.getItem(storageKey)
  return email ? { email } : null
}

/** Remembers a sign-up until it is confirmed; over a reload its address alone. */
export function rememberSignUp(signUp: PendingSignUp): void {
  pending = signUp
  sessionStorage.setItem(storageKey, signUp.email)
  listeners.forEach((tell) => tell())
}

/** Forgets the sign-up, once it is confirmed or given up. */
export function forgetSignUp(): void {
  pending = null
  sessionStorage.removeItem(storageKey)
  listeners.forEach((tell) => tell())
}

/** The sign-up that waits for its confirmation, if there is one. */
export function usePendingSignUp(): PendingSignUp | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => pending,
  )
}
