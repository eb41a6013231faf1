import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function LandingPage() {
  return <PageTitle>LandingPage</PageTitle>
}
