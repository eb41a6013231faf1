import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function LookUpPage() {
  return <PageTitle>LookUpPage</PageTitle>
}
