import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function CompanyWaitlistPage() {
  return <PageTitle>CompanyWaitlistPage</PageTitle>
}
