import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function CompanyPages() {
  return <PageTitle>CompanyPages</PageTitle>
}
