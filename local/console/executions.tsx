import { Badge } from '../../web/ui/badge.tsx'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import type { ExecutionView } from '../control/views.ts'
import { skipWait } from './control-api.ts'
import { writeShort } from './moments.ts'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

const tones = {
  RUNNING: 'quiet',
  SUCCEEDED: 'done',
  FAILED: 'caution',
  TIMED_OUT: 'caution',
  ABORTED: 'caution',
} as const

/** What announces each opening: its state, where it waits, and a button that ends the wait. */
export function Executions({ executions, now }: { executions: ExecutionView[]; now: string }) {
  const skipping = useAction(skipWait)
  return (
    <section aria-labelledby="executions">
      <h2 id="executions" className="flex min-h-11 items-center font-display text-xl font-title">
        {texts.executions.title}
      </h2>
      {executions.length === 0 ? (
        <div className="mt-2">
          <EmptyState title={texts.executions.empty}>{texts.executions.emptyBody}</EmptyState>
        </div>
      ) : (
        <ul className="mt-2 max-h-96 overflow-y-auto border-t border-rule">
          {executions.map((execution) => {
            const { id, status, startedAt, steps, error } = execution
            const waits = steps.flatMap(({ waitingUntil }) => waitingUntil ?? [])
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
              >
                <div className="min-w-0 max-w-full text-sm">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Badge tone={tones[status]}>{texts.executions.states[status]}</Badge>
                    <span className="text-ink-soft tabular-nums">
                      {texts.executions.started(writeShort(startedAt, now))}
                    </span>
                  </p>
                  <p className="mt-1 truncate text-xs text-ink-soft" title={id}>
                    {id}
                  </p>
                  {waits.map((until) => (
                    <p key={until} className="font-bold tabular-nums">
                      {texts.executions.waits(writeShort(until, now))}
                    </p>
                  ))}
                  {error && <p className="text-danger">{error}</p>}
                </div>
                {waits.length > 0 && (
                  <Button
                    look="quiet"
                    busy={skipping.isPending && skipping.variables === id}
                    onClick={() => skipping.mutate(id)}
                  >
                    {texts.executions.skip}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
