import { Check } from 'lucide-react'
import { Button } from '../../web/ui/button.tsx'
import { spellStay } from '../../web/ui/dates.ts'
import { cancelBooking } from '../demo/feed-text.ts'
import { advanceClock, putFeed, runSchedule, skipWait } from './control-api.ts'
import type { StackState } from './control-api.ts'
import { guideMessage, stepNames } from './guide-steps.ts'
import type { Guide, StepName } from './guide-steps.ts'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

/** A regular check reads every quarter of an hour. */
const quarterSeconds = 900

interface GuideViewProps {
  state: StackState
  guide: Guide | undefined
  onShowMessage: (id: string) => void
}

/** The main job in six steps. Each lights up once it has really happened; the next one offers its button. */
export function GuideView({ state, guide, onShowMessage }: GuideViewProps) {
  return (
    <section aria-labelledby="guide" className="rounded-lg border border-rule bg-surface p-5 sm:p-6">
      <h2 id="guide" className="font-display text-xl font-title">
        {texts.guide.title}
      </h2>
      {guide ? (
        <Steps state={state} guide={guide} onShowMessage={onShowMessage} />
      ) : (
        <p className="mt-2 text-ink-soft">{texts.guide.missing}</p>
      )}
    </section>
  )
}

function Steps({ state, guide, onShowMessage }: GuideViewProps & { guide: Guide }) {
  const current = stepNames.find((name) => !guide.done.has(name))
  const { from, to } = guide.booking
  const stay = spellStay({ checkIn: from, checkOut: to }, state.now.slice(0, 10))
  const bodies: Record<StepName, string> = {
    cancel: texts.guide.cancel.body(stay),
    read: texts.guide.read.body,
    confirm: texts.guide.confirm.body,
    priority: texts.guide.priority.body,
    others: texts.guide.others.body,
    follow: texts.guide.follow.body,
  }

  return (
    <>
      <ol className="mt-5 grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6">
        {stepNames.map((name, index) => {
          const isDone = guide.done.has(name)
          const isCurrent = name === current
          return (
            <li
              key={name}
              aria-current={isCurrent ? 'step' : undefined}
              className={`flex flex-col border-t-4 pt-3 ${isDone ? 'border-action' : isCurrent ? 'border-ink' : 'border-rule'}`}
            >
              <p className="flex items-center gap-2 text-sm font-bold">
                <span
                  className={`grid size-6 shrink-0 place-items-center rounded-full text-xs tabular-nums ${
                    isDone ? 'bg-action text-action-ink' : 'border border-edge'
                  }`}
                >
                  {isDone ? <Check role="img" aria-label={texts.guide.done} className="size-4" /> : index + 1}
                </span>
                {texts.guide[name].title}
              </p>
              <p className="mt-1.5 mb-3 text-sm text-ink-soft">{bodies[name]}</p>
              {isCurrent && (
                <div className="mt-auto">
                  <StepButton name={name} state={state} guide={guide} onShowMessage={onShowMessage} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <p role="status" className="mt-4 text-sm empty:hidden">
        {!current && texts.guide.allDone}
      </p>
    </>
  )
}

function StepButton({
  name,
  state,
  guide,
  onShowMessage,
}: GuideViewProps & { name: StepName; guide: Guide }) {
  const doing = useAction(async () => {
    const feed = state.feeds.find((one) => one.name === guide.feedName)
    if (name === 'cancel' && feed) await putFeed(feed.name, cancelBooking(feed.body, guide.booking.from))
    if (name === 'read') await runSchedule('dispatch-checks')
    if (name === 'confirm') {
      await advanceClock(quarterSeconds)
      // The regular check on the way may have come too soon after the first reading to count as a second.
      await runSchedule('dispatch-checks')
    }
    if (name === 'others' && guide.executionId) await skipWait(guide.executionId)
  })
  const messageId = guideMessage(state)
  const isShowing = name === 'priority' || name === 'follow'

  return (
    <Button
      busy={doing.isPending}
      disabled={isShowing && !messageId}
      className="w-full px-3"
      onClick={() => (isShowing ? messageId && onShowMessage(messageId) : doing.mutate())}
    >
      {texts.guide[name].action}
    </Button>
  )
}
