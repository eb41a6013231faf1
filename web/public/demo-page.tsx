import { paths } from '../paths.ts'
import { open } from '../texts/open.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { OpenLayout } from './open-layout.tsx'

/** The walk-through's place, until it is made. */
export function DemoPage() {
  return (
    <OpenLayout>
      <PageTitle>{open.demo.title}</PageTitle>
      <p className="mt-4 text-ink-soft">{open.demo.body}</p>
      <ButtonLink to={paths.auth} className="mt-8">
        {open.landing.getStarted}
      </ButtonLink>
    </OpenLayout>
  )
}
