import type { ReactNode } from 'react'
import { ExternalLink } from 'lucide-react'
import { dashboard } from '../texts/dashboard.ts'
import { manager } from '../texts/manager.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

interface WaitlistLinkCardProps {
  /** Null while there is nothing that a guest could wait for. */
  link: string | null
  /** What to do meanwhile. */
  action: ReactNode
}

/** The public link, to be copied and put where guests find it. */
export function WaitlistLinkCard({ link, action }: WaitlistLinkCardProps) {
  const words = dashboard.link
  return (
    <section aria-labelledby="waitlist-link" className="rounded-lg border border-rule bg-surface p-6">
      <h2 id="waitlist-link" className="font-display text-xl font-title">
        {words.title}
      </h2>
      {link ? (
        <>
          <p className="mt-2 text-sm text-ink-soft">{words.body}</p>
          <p
            className="mt-5 rounded-md bg-sunken px-3.5 py-3 text-sm font-bold wrap-anywhere"
            aria-label={words.label}
          >
            {link.replace(/^https?:\/\//, '')}
          </p>
          <div className="mt-4 grid gap-3">
            <CopyButton text={link} copied={{ title: words.copied }} failed={manager.copyFailed}>
              {words.copy}
            </CopyButton>
            <ButtonLink to={link} look="quiet">
              <ExternalLink aria-hidden />
              {words.open}
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="mt-2 mb-6 text-ink-soft">{words.needsProperty}</p>
          {action}
        </>
      )}
    </section>
  )
}
