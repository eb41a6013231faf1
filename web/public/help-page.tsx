import { open } from '../texts/open.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { OpenLayout } from './open-layout.tsx'
import { useConfig } from './use-config.ts'

/** The help page, until its articles are written: a way to reach a person. */
export function HelpPage() {
  const config = useConfig()
  const subject = encodeURIComponent(open.help.subject)
  return (
    <OpenLayout>
      <PageTitle>{open.help.title}</PageTitle>
      <p className="mt-4 text-ink-soft">{open.help.body}</p>
      {config && (
        <ButtonLink to={`mailto:${config.supportEmail}?subject=${subject}`} className="mt-8">
          {open.help.emailSupport}
        </ButtonLink>
      )}
    </OpenLayout>
  )
}
