import { open } from '../texts/open.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { OpenLayout } from './open-layout.tsx'

/** The privacy policy's place, until its text is published. */
export function PrivacyPage() {
  return <LegalPage title={open.privacy.title} />
}

/** The place of the terms of service, until their text is published. */
export function TermsPage() {
  return <LegalPage title={open.terms.title} />
}

function LegalPage({ title }: { title: string }) {
  return (
    <OpenLayout>
      <PageTitle>{title}</PageTitle>
      <p className="mt-4 text-ink-soft">{open.legalBody}</p>
    </OpenLayout>
  )
}
