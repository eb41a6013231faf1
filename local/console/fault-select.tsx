import { Field } from '../../web/ui/field.tsx'
import { Select } from '../../web/ui/text-input.tsx'
import type { FeedFault } from '../feeds.ts'
import { setFault } from './control-api.ts'
import type { ConsoleFeed } from './control-api.ts'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

type FaultName = keyof typeof texts.calendars.faults

/** Ways in which real calendars fail. Fifteen seconds are longer than the check waits. */
const faults: Record<FaultName, FeedFault | null> = {
  none: null,
  down: { status: 503, body: 'Service Unavailable' },
  page: { status: 200, body: '<!doctype html><title>Sign in</title>' },
  empty: { status: 200, body: '' },
  slow: { delayMs: 15_000 },
}

/** Chooses how a calendar answers whoever reads it. */
export function FaultSelect({ feed }: { feed: ConsoleFeed }) {
  const setting = useAction((name: FaultName) => setFault(feed.name, faults[name]))
  return (
    <Field label={texts.calendars.answers}>
      {(control) => (
        <Select
          {...control}
          value={setting.isPending ? setting.variables : faultName(feed.fault)}
          onChange={(event) => setting.mutate(event.target.value as FaultName)}
        >
          {Object.entries(texts.calendars.faults).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function faultName(fault: FeedFault | null): FaultName {
  if (!fault) return 'none'
  if (fault.delayMs) return 'slow'
  if (fault.status && fault.status >= 400) return 'down'
  return fault.body ? 'page' : 'empty'
}
