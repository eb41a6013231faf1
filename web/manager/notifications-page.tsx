import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function NotificationsPage() {
  return <PageTitle>Notifications</PageTitle>
}
