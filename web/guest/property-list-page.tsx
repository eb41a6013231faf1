import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function PropertyListPage() {
  return <PageTitle>PropertyListPage</PageTitle>
}
