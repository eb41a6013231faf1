import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function UnsubscribePage() {
  return <PageTitle>UnsubscribePage</PageTitle>
}
