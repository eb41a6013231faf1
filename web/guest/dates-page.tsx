import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function DatesPage() {
  return <PageTitle>DatesPage</PageTitle>
}
