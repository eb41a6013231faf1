import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function DashboardPage() {
  return <PageTitle>Dashboard</PageTitle>
}
