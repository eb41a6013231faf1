import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function ConfirmationPage() {
  return <PageTitle>ConfirmationPage</PageTitle>
}
