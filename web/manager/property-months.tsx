import { useState } from 'react'
import { addMonths, includesNight } from '../../domain/nights.ts'
import type { PropertyCalendar } from '../../events/api.ts'
import type { NightState } from '../ui/month-runs.ts'
import { MonthLegend, MonthView } from '../ui/month-view.tsx'

/** The nights of a property as its last good readings show them: one month, and the next beside it where it fits. */
export function PropertyMonths({ calendar }: { calendar: PropertyCalendar }) {
  const [month, setMonth] = useState(calendar.today.slice(0, 7))
  const stateOf = (night: string) => nightState(calendar, night)

  return (
    <div className="grid gap-5">
      <MonthView month={month} onMonth={setMonth} stateOf={stateOf} today={calendar.today} />
      <div className="hidden print:block">
        <MonthView
          month={addMonths(`${month}-01`, 1).slice(0, 7)}
          onMonth={setMonth}
          stateOf={stateOf}
          today={calendar.today}
        />
      </div>
      <MonthLegend />
    </div>
  )
}

/** A calendar that cannot be read keeps what it said was taken; of the other nights it says nothing. */
function nightState(calendar: PropertyCalendar, night: string): NightState {
  if (includesNight(calendar.taken, night)) return 'taken'
  if (calendar.health !== 'good') return 'unknown'
  return calendar.knownUntil && night <= calendar.knownUntil ? 'free' : 'unknown'
}
