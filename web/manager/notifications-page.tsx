import { useSearchParams } from 'react-router-dom'
import { notifications } from '../texts/notifications.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { WaitlistTab } from './waitlist-tab.tsx'

/** `/notifications`: everyone's requests, and the message that goes out. The open tab stands in the address. */
export function NotificationsPage() {
  const [search, setSearch] = useSearchParams()
  return (
    <>
      <PageTitle>{notifications.title}</PageTitle>
      <div className="mt-6">
        <Tabs
          label={notifications.tabs.label}
          value={search.get('tab') === 'settings' ? 'settings' : 'waitlist'}
          onChange={(tab) => setSearch(tab === 'settings' ? { tab } : {})}
          tabs={[
            { name: 'waitlist', label: notifications.tabs.waitlist, panel: <WaitlistTab /> },
            { name: 'settings', label: notifications.tabs.settings, panel: <SettingsTab /> },
          ]}
        />
      </div>
    </>
  )
}
