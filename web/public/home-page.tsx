import { useQuery } from '@tanstack/react-query'
import { isWaitlistHost } from '../config.ts'
import { paths } from '../paths.ts'
import { open } from '../texts/open.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { DirectoryPage } from './directory-page.tsx'
import { OpenLayout } from './open-layout.tsx'
import { configQuery } from './use-config.ts'

/** `/`: the directory on the waitlist host, the landing page elsewhere. */
export function HomePage() {
  const { data: config, isPending } = useQuery(configQuery)
  if (isPending) return null
  // Without a configuration nobody can tell the hosts apart; the landing page leads on from either.
  return config && isWaitlistHost(config) ? <DirectoryPage /> : <LandingPage />
}

function LandingPage() {
  return (
    <OpenLayout>
      <PageTitle>{open.landing.title}</PageTitle>
      <p className="mt-4 text-lg text-ink-soft">{open.landing.body}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.auth}>{open.landing.getStarted}</ButtonLink>
        <ButtonLink to={paths.auth} look="quiet">
          {open.landing.signIn}
        </ButtonLink>
        <ButtonLink to={paths.lookUp} look="plain">
          {open.landing.findRequests}
        </ButtonLink>
      </div>
    </OpenLayout>
  )
}
