import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { readAccount, signOut } from '../auth.ts'
import type { Account } from '../auth.ts'

const sessionKey = ['session']

/** Amplify keeps a session's tokens in the browser's storage under names that begin like this. */
const tokenPrefix = 'CognitoIdentityServiceProvider.'

export interface Session {
  /** True until the first look at the session is done. */
  loading: boolean
  account: Account | null
}

/** Who is signed in on this device; follows what other tabs do. */
export function useSession(): Session {
  const client = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: sessionKey,
    queryFn: readAccount,
    staleTime: Infinity,
    retry: 1,
  })

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      // A null key is a cleared storage.
      if (event.key === null || event.key.startsWith(tokenPrefix))
        void client.invalidateQueries({ queryKey: sessionKey })
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [client])

  return { loading: isPending, account: data ?? null }
}

/** Looks at the session anew, after a sign-in or when the API no longer takes its token. */
export function rereadSession(client: QueryClient): Promise<void> {
  return client.refetchQueries({ queryKey: sessionKey })
}

/** Ends the session, and forgets every answer that was meant for this manager. */
export async function endSession(client: QueryClient): Promise<void> {
  await signOut()
  client.setQueryData(sessionKey, null)
  client.removeQueries({ queryKey: ['manager'] })
}
