import { Clock3 } from 'lucide-react'
import { Button } from '../../web/ui/button.tsx'
import { advanceClock } from './control-api.ts'
import { writeClock } from './moments.ts'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

const steps = [
  { seconds: 900, words: texts.clock.steps.quarter },
  { seconds: 3600, words: texts.clock.steps.hour },
  { seconds: 86_400, words: texts.clock.steps.day },
]

/** The one clock that waits, delays, schedules and the functions read, and buttons that move it on. */
export function Clock({ now }: { now: string }) {
  const advancing = useAction(advanceClock)
  return (
    <section aria-label={texts.clock.title} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex items-center gap-2 font-bold tabular-nums" title={texts.times}>
        <Clock3 aria-hidden className="size-5 text-ink-soft" />
        <time dateTime={now}>{writeClock(now)}</time>
      </p>
      <div className="flex gap-2">
        {steps.map(({ seconds, words }) => (
          <Button
            key={seconds}
            look="quiet"
            aria-label={texts.clock.advance(words)}
            busy={advancing.isPending}
            className="px-3 tabular-nums"
            onClick={() => advancing.mutate(seconds)}
          >
            +{words}
          </Button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {advancing.isPending && texts.clock.advancing}
      </p>
    </section>
  )
}
