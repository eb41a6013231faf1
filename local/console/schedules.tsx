import { Button } from '../../web/ui/button.tsx'
import type { ScheduleView } from '../scheduler/scheduler.ts'
import { runSchedule } from './control-api.ts'
import { writeShort } from './moments.ts'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

/** What runs by itself, and a button to run it now. */
export function Schedules({ schedules, now }: { schedules: ScheduleView[]; now: string }) {
  const running = useAction(runSchedule)
  return (
    <section aria-labelledby="schedules">
      <h2 id="schedules" className="flex min-h-11 items-center font-display text-xl font-title">
        {texts.schedules.title}
      </h2>
      <ul className="mt-2 border-t border-rule">
        {schedules.map(({ name, expression, nextRunAt, lastRunAt }) => {
          const isRunning = running.isPending && running.variables === name
          return (
            <li
              key={name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-3"
            >
              <div className="text-sm">
                <p className="font-bold">
                  {name} <span className="font-normal text-ink-soft">{expression}</span>
                </p>
                <p className="text-ink-soft tabular-nums">
                  {nextRunAt && `${texts.schedules.next(writeShort(nextRunAt, now))}, `}
                  {lastRunAt ? texts.schedules.last(writeShort(lastRunAt, now)) : texts.schedules.never}
                </p>
              </div>
              <Button
                look="quiet"
                aria-label={texts.schedules.runLabel(name)}
                busy={isRunning}
                onClick={() => running.mutate(name)}
              >
                {isRunning ? texts.schedules.running : texts.schedules.run}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
