import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function ProfilePage() {
  return <PageTitle>Profile</PageTitle>
}
