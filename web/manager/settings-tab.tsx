import { useQuery } from '@tanstack/react-query'
import { notifications } from '../texts/notifications.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { callAsManager, keys, requestOf, wordsOf } from './manager-api.ts'
import { SettingsForm } from './settings-form.tsx'

/** The words of the message that guests get, and who else hears of what. */
export function SettingsTab() {
  const settings = useQuery({ queryKey: keys.settings, queryFn: () => callAsManager('getSettings', {}) })
  const profile = useQuery({ queryKey: keys.profile, queryFn: () => callAsManager('getProfile', {}) })

  if (settings.data)
    return (
      <SettingsForm
        saved={settings.data}
        company={profile.data?.companyName ?? notifications.settings.previewCompany}
        logoUrl={profile.data?.logoUrl ?? null}
      />
    )
  if (settings.error)
    return (
      <ErrorState
        title={notifications.toasts.settingsLoadFailed}
        detail={wordsOf(settings.error)}
        requestId={requestOf(settings.error)}
        busy={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    )
  return (
    <div className="grid gap-6">
      <LoadingNote />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-96 w-full lg:w-2/3" />
    </div>
  )
}
