import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function EntryPage() {
  return <PageTitle>EntryPage</PageTitle>
}
