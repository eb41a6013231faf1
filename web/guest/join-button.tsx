import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Join, Refusal } from './use-join.ts'

/** The end of a form that joins a waitlist: its button, and what came of pressing it. */
export function JoinButton({ join }: { join: Join }) {
  return (
    <div className="grid gap-4">
      <JoinFeedback refusal={join.refusal} />
      <Button type="submit" busy={join.busy} className="min-h-13 text-base">
        {join.busy ? guest.dates.submitting : guest.dates.submit}
      </Button>
      <p className="text-sm text-ink-soft">{guest.dates.privacy}</p>
    </div>
  )
}

/** Beside the submit button: why the form was not taken. Announced when it changes. */
function JoinFeedback({ refusal }: { refusal: Refusal | undefined }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {refusal && (
        <Notice tone="danger" title={refusal.words}>
          {refusal.requestId && shared.requestId(refusal.requestId)}
        </Notice>
      )}
    </div>
  )
}
