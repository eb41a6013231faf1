import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths, addNights, dayNumber } from '../../domain/nights.ts'
import { shared } from '../texts/shared.ts'
import { classNames } from './class-names.ts'
import { spellDay, spellMonth, weekdays } from './dates.ts'
import { runsOf, weeksOf } from './month-runs.ts'
import type { NightLook, NightState, Run } from './month-runs.ts'

interface MonthViewProps {
  /** The month shown, `YYYY-MM`. The caller keeps it. */
  month: string
  onMonth: (month: string) => void
  /** What is known of a night; undefined draws nothing. */
  stateOf: (night: string) => NightState | undefined
  today: string
  /** The chosen stay; its check-out may still be missing. */
  stay?: { checkIn?: string | undefined; checkOut?: string | undefined } | undefined
  /** Called with the day pressed, which names the night that begins on it. Without it the days only tell. */
  onNight?: ((night: string) => void) | undefined
  /** True where days before today can be pressed as well. */
  pastToo?: boolean
}

/**
 * A month as its nights: bars that run from evening to morning, told apart by pattern and by colour. One tab stop;
 * arrow keys move by day and week, Home and End within the week, Page Up and Page Down by month.
 */
export function MonthView({
  month,
  onMonth,
  stateOf,
  today,
  stay,
  onNight,
  pastToo = false,
}: MonthViewProps) {
  const titleId = useId()
  const hintId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(stay?.checkIn ?? today)
  const movedByKey = useRef(false)
  const tabStop = active.startsWith(month) ? active : today.startsWith(month) ? today : `${month}-01`

  useEffect(() => {
    if (!movedByKey.current) return
    movedByKey.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)?.focus()
  })

  const lookOf = (night: string): NightLook => ({
    state: night < today && !pastToo ? undefined : stateOf(night),
    chosen: Boolean(stay?.checkIn && stay.checkOut && stay.checkIn <= night && night < stay.checkOut),
  })

  // Weeks that are over say nothing to somebody who chooses; the month begins with the current one then.
  const hidesPast = !pastToo && month === today.slice(0, 7)
  const weeks = weeksOf(month).filter((week) => !hidesPast || week.some((day) => day && day >= today))
  const firstShown = weeks[0]?.find(Boolean) ?? today

  const moveBy = (event: KeyboardEvent<HTMLElement>) => {
    const target = keyTarget(event.key, tabStop)
    if (!target || (hidesPast && target < firstShown)) return
    event.preventDefault()
    movedByKey.current = true
    setActive(target)
    if (!target.startsWith(month)) onMonth(target.slice(0, 7))
  }

  const turn = (months: number) => onMonth(addMonths(`${month}-01`, months).slice(0, 7))

  return (
    <div className="break-inside-avoid">
      <div className="flex items-center justify-between gap-2">
        <p id={titleId} aria-live="polite" className="font-display text-lg font-title">
          {spellMonth(month)}
        </p>
        <div className="-mr-2 flex print:hidden">
          <TurnButton
            label={shared.month.previous}
            disabled={hidesPast}
            onClick={() => turn(-1)}
            Icon={ChevronLeft}
          />
          <TurnButton label={shared.month.next} onClick={() => turn(1)} Icon={ChevronRight} />
        </div>
      </div>
      <div ref={grid} role="grid" aria-labelledby={titleId} aria-describedby={hintId} className="mt-2">
        <div role="row" className="grid grid-cols-7 border-b border-rule pb-2">
          {weekdays().map((day) => (
            <span
              key={day.long}
              role="columnheader"
              aria-label={day.long}
              className="text-center text-xs text-ink-soft"
            >
              {day.short}
            </span>
          ))}
        </div>
        {weeks.map((week, index) => (
          <div key={index} role="row" className="relative grid h-15 grid-cols-7 sm:h-17">
            <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-1.5 h-5 sm:h-6">
              {runsOf(week, lookOf).map((run) => (
                <Bar key={run.from} run={run} />
              ))}
            </div>
            {week.map((day, column) =>
              day ? (
                <Day
                  key={day}
                  day={day}
                  label={labelOf(day, lookOf(day), today, stay)}
                  isToday={day === today}
                  isPast={day < today}
                  isEnd={day === stay?.checkIn || day === stay?.checkOut}
                  isChosen={lookOf(day).chosen}
                  isTabStop={day === tabStop}
                  disabled={!onNight || (day < today && !pastToo)}
                  onKeyDown={moveBy}
                  onFocus={() => setActive(day)}
                  onPress={() => onNight?.(day)}
                />
              ) : (
                <span key={column} aria-hidden />
              ),
            )}
          </div>
        ))}
      </div>
      <p id={hintId} className="sr-only">
        {shared.month.hint}
      </p>
    </div>
  )
}

/** What the patterns mean. `chosen` adds the reader's own stay. */
export function MonthLegend({ chosen = false }: { chosen?: boolean }) {
  const kinds = ['free', 'taken', 'unknown', ...(chosen ? (['chosen'] as const) : [])] as const
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-2">
          <span aria-hidden className={classNames('h-3.5 w-7 rounded-full border', legendFills[kind])} />
          {shared.month.legend[kind]}
        </li>
      ))}
    </ul>
  )
}

const fills: Record<NightState, string> = {
  free: 'night-free border-free-edge',
  taken: 'night-taken border-taken-mark',
  unknown: 'night-unknown border-dashed border-unknown-mark',
}

const legendFills = { ...fills, chosen: 'night-chosen border-action' }

function Bar({ run }: { run: Run }) {
  const { look, from, to, begins, ends } = run
  return (
    <span
      className={classNames(
        'absolute inset-y-0 border-y',
        look.chosen
          ? `night-chosen border-action ${look.state === 'taken' ? 'night-over-taken' : ''}`
          : fills[look.state ?? 'unknown'],
        begins && 'ml-0.5 rounded-l-full border-l',
        ends && 'mr-0.5 rounded-r-full border-r',
      )}
      style={{ left: `${(from / 14) * 100}%`, right: `${((14 - to) / 14) * 100}%` }}
    />
  )
}

interface DayProps {
  day: string
  label: string
  isToday: boolean
  isPast: boolean
  isEnd: boolean
  isChosen: boolean
  isTabStop: boolean
  disabled: boolean
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: () => void
  onPress: () => void
}

function Day(props: DayProps) {
  return (
    <span role="gridcell" aria-selected={props.isChosen} className="relative">
      <button
        type="button"
        data-day={props.day}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-label={props.label}
        aria-current={props.isToday ? 'date' : undefined}
        // Still reachable by arrow keys, to be read; only a press does nothing.
        aria-disabled={props.disabled || undefined}
        onKeyDown={props.onKeyDown}
        onFocus={props.onFocus}
        onClick={() => !props.disabled && props.onPress()}
        className={classNames(
          'flex size-full justify-center rounded-sm pt-0.5 text-sm tabular-nums -outline-offset-2',
          props.disabled ? 'cursor-default' : 'hover:bg-action-wash/60',
          props.isPast ? 'text-ink-soft/70' : 'text-ink',
        )}
      >
        <span
          className={classNames(
            'grid size-7 place-items-center rounded-full',
            props.isToday && 'ring-[1.5px] ring-ink',
            props.isEnd && 'bg-action font-bold text-action-ink',
          )}
        >
          {Number(props.day.slice(8))}
        </span>
      </button>
    </span>
  )
}

function TurnButton(props: {
  label: string
  disabled?: boolean
  onClick: () => void
  Icon: typeof ChevronLeft
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      className="grid size-11 place-items-center rounded-full hover:bg-sunken disabled:opacity-35 disabled:hover:bg-transparent"
    >
      <props.Icon aria-hidden className="size-5" />
    </button>
  )
}

/** What a screen reader says of a day: the date, its night, and its part in the chosen stay. */
function labelOf(day: string, look: NightLook, today: string, stay: MonthViewProps['stay']): string {
  const words = [spellDay(day)]
  if (day === today) words.push(shared.month.today)
  if (day < today) words.push(shared.month.past)
  if (look.state) words.push(shared.month.night[look.state])
  if (day === stay?.checkIn) words.push(shared.month.checkIn)
  else if (day === stay?.checkOut) words.push(shared.month.checkOut)
  else if (look.chosen) words.push(shared.month.inStay)
  return words.join(', ')
}

/** Where a key leads from a day; nothing for keys that are none of the grid's. */
function keyTarget(key: string, day: string): string | undefined {
  const column = (dayNumber(day) + 3) % 7
  switch (key) {
    case 'ArrowLeft':
      return addNights(day, -1)
    case 'ArrowRight':
      return addNights(day, 1)
    case 'ArrowUp':
      return addNights(day, -7)
    case 'ArrowDown':
      return addNights(day, 7)
    case 'Home':
      return addNights(day, -column)
    case 'End':
      return addNights(day, 6 - column)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}
