import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { shared } from '../texts/shared.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { OpenLayout } from './open-layout.tsx'

/** The page for any address that is none of ours. */
export function NotFoundPage() {
  const { pathname } = useLocation()

  useEffect(() => {
    console.error(`No page at ${pathname}`)
  }, [pathname])

  return (
    <OpenLayout>
      <PageTitle>{shared.notFound.title}</PageTitle>
      <p className="mt-4 text-ink-soft">{shared.notFound.body}</p>
      <ButtonLink to={paths.home} className="mt-8">
        {shared.notFound.home}
      </ButtonLink>
    </OpenLayout>
  )
}
