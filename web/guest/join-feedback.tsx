import { shared } from '../texts/shared.ts'
import { Notice } from '../ui/notice.tsx'
import type { Refusal } from './use-join.ts'

/** Beside the submit button: why the form was not taken. Announced when it changes. */
export function JoinFeedback({ refusal }: { refusal: Refusal | undefined }) {
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
