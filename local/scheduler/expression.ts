import { Cron } from 'croner'
import { StartupError } from '../startup-error.ts'

/** When a schedule fires next: the first instant after `after` (milliseconds since the epoch). */
export type NextRun = (after: number) => number | undefined

const unitMilliseconds: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Reads `rate(…)`, `cron(…)` and `at(…)` as EventBridge Scheduler words them.
 * @throws StartupError naming the schedule
 */
export function readExpression(name: string, expression: string, timezone: string): NextRun {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression)
  if (rate) {
    const interval = Number(rate[1]) * unitMilliseconds[rate[2]!]!
    return (after) => after + interval
  }
  const cron = /^cron\((\S+ \S+) (\S+) (\S+) (\S+) (\S+)\)$/.exec(expression)
  if (cron) {
    const [, time, dayOfMonth, month, dayOfWeek, year] = cron as unknown as string[]
    // AWS counts weekdays from 1 for Sunday, croner from 0.
    const weekdays = dayOfWeek!.replace(/(?<![#\d])\d/g, (digit) => String(Number(digit) - 1))
    const pattern = `0 ${time} ${dayOfMonth} ${month} ${weekdays} ${year}`.replaceAll('?', '*')
    const job = new Cron(pattern, { timezone, paused: true })
    return (after) => job.nextRun(new Date(after))?.getTime()
  }
  const at = /^at\((.+)\)$/.exec(expression)
  if (at) {
    const instant = Date.parse(`${at[1]}Z`)
    return (after) => (instant > after ? instant : undefined)
  }
  throw new StartupError(`Schedule ${name} has the expression ${expression}, which is not supported locally.`)
}
