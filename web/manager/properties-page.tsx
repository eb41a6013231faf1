import { PageTitle } from '../ui/page-title.tsx'

/** Not built yet. */
export function PropertiesPage() {
  return <PageTitle>Properties</PageTitle>
}
