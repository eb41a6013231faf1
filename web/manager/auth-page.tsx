import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function AuthPage() {
  return <PageTitle>Auth</PageTitle>
}
