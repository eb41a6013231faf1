import { shared } from '../texts/shared.ts'
import { Button } from './button.tsx'

interface ErrorStateProps {
  title: string
  /** What happened and what is safe, in words of the reader. */
  detail: string
  requestId?: string | undefined
  onRetry: () => void
  busy?: boolean
}

/** Says that something could not be loaded, offers another try, and names the request for a support mail. */
export function ErrorState({ title, detail, requestId, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-t border-rule py-10">
      <p className="font-display text-lg font-title">{title}</p>
      <p className="max-w-prose text-ink-soft">{detail}</p>
      <Button look="quiet" className="mt-3" busy={busy} onClick={onRetry}>
        {shared.tryAgain}
      </Button>
      {requestId && <p className="text-xs text-ink-soft">{shared.requestId(requestId)}</p>}
    </div>
  )
}
