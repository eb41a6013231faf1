import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function JoinPage() {
  return <PageTitle>JoinPage</PageTitle>
}
