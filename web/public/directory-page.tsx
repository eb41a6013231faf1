import { paths } from '../paths.ts'
import { open } from '../texts/open.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { OpenLayout } from './open-layout.tsx'

/** The company directory, until its list is built: says how to reach a company meanwhile. */
export function DirectoryPage() {
  return (
    <OpenLayout>
      <PageTitle>{open.directory.title}</PageTitle>
      <p className="mt-4 text-lg text-ink-soft">{open.directory.body}</p>
      <p className="mt-8 border-t border-rule pt-8">{open.directory.pending}</p>
      <ButtonLink to={paths.lookUp} look="quiet" className="mt-6">
        {open.landing.findRequests}
      </ButtonLink>
    </OpenLayout>
  )
}
