import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { readAccount, signOut } from '../auth.ts'
import type { Account } from '../auth.ts'
import { paths } from '../paths.ts'

const sessionKey = ['session']

/** Amplify keeps a session's tokens in the browser's storage under names that begin like this. */
const tokenPrefix = 'CognitoIdentityServiceProvider.'

export interface Session {
  /** True until the first look at the session is done. */
  loading: boolean
  account: Account | null
}

/** Tells this page that the API no longer takes its session, even after a refresh. */
const sessionLost = 'session-lost'

/** Has the page look whether anybody is still signed in; if not, the guard leads to the sign-in. */
export function reportLostSession(): void {
  window.dispatchEvent(new Event(sessionLost))
}

/** Reads the session. Another manager's answers must not be shown to whoever signed in after. */
async function lookAtSession(client: QueryClient): Promise<Account | null> {
  const account = await readAccount()
  const before = client.getQueryData<Account | null>(sessionKey)
  if (account?.email !== before?.email) client.removeQueries({ queryKey: ['manager'] })
  return account
}

/** Who is signed in on this device; follows what other tabs do. */
export function useSession(): Session {
  const client = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: sessionKey,
    queryFn: () => lookAtSession(client),
    staleTime: Infinity,
    retry: 1,
  })

  useEffect(() => {
    const look = () => void client.invalidateQueries({ queryKey: sessionKey })
    const follow = (event: StorageEvent) => {
      // A null key is a cleared storage.
      if (event.key === null || event.key.startsWith(tokenPrefix)) look()
    }
    window.addEventListener('storage', follow)
    window.addEventListener(sessionLost, look)
    return () => {
      window.removeEventListener('storage', follow)
      window.removeEventListener(sessionLost, look)
    }
  }, [client])

  return { loading: isPending, account: data ?? null }
}

/** Looks at the session anew, after a sign-in or when the API no longer takes its token. */
export function rereadSession(client: QueryClient): Promise<void> {
  return client.refetchQueries({ queryKey: sessionKey })
}

/** Ends the session and goes home by loading the page anew, which forgets every answer meant for this manager. */
export async function endSession(): Promise<void> {
  await signOut()
  location.assign(paths.home)
}
