import type { Activity } from './activity.ts'
import type { Database } from './database.ts'
import type { Clock } from './service.ts'

/**
 * The one clock: real time plus an offset that only grows. Everything that falls due (schedules, waits,
 * delays, retries) is an alarm on it, so that advancing it is like the time passing.
 */
export type AlarmClock = Clock & {
  /** Milliseconds by which the product's time runs ahead of this machine's; workers read it, too. */
  offset: BigInt64Array
  /**
   * Calls `run` once the clock has reached `instant` (milliseconds since the epoch). Background alarms are
   * those that never end or only set a limit: nobody waits for them.
   */
  at(instant: number, run: () => void, kind?: 'background'): Alarm
  /** Resolves when nothing is under way and nothing is due. */
  settle(): Promise<void>
  /** Moves the clock by `seconds`, firing what falls due in order and letting each step's work settle. */
  advance(seconds: number): Promise<void>
  /** The instant of the next alarm that is not a background one. */
  nextDue(): number | undefined
  close(): void
}

export type Alarm = { cancel(): void }

type Entry = { instant: number; run: () => void; background: boolean }

/** The longest that a timer of this runtime can wait; later alarms are armed again in between. */
const longestTimer = 2 ** 31 - 1

export function createClock(database: Database, activity: Activity, startAt: string | undefined): AlarmClock {
  database.exec(
    'CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), offset INTEGER NOT NULL)',
  )
  const stored = database.prepare('SELECT offset FROM clock').get() as { offset: number } | undefined
  const initial = stored?.offset ?? (startAt ? Date.parse(startAt) - Date.now() : 0)
  const offset = new BigInt64Array(new SharedArrayBuffer(8))
  offset[0] = BigInt(Math.round(initial))
  const save = database.prepare(
    'INSERT INTO clock VALUES (1, ?) ON CONFLICT DO UPDATE SET offset = excluded.offset',
  )
  if (!stored) save.run(Math.round(initial))

  /** Sorted by instant, then by the order in which they were set. */
  const alarms: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let advancing: Promise<void> = Promise.resolve()
  let closed = false

  const now = () => Date.now() + Number(offset[0])

  const arm = () => {
    clearTimeout(timer)
    if (closed || !alarms[0]) return
    timer = setTimeout(fireDue, Math.min(Math.max(alarms[0].instant - now(), 0), longestTimer))
  }

  const fireDue = () => {
    const instant = now()
    while (alarms[0] && alarms[0].instant <= instant) alarms.shift()!.run()
    arm()
  }

  const insertAt = (instant: number) => {
    let low = 0
    let high = alarms.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (alarms[middle]!.instant <= instant) low = middle + 1
      else high = middle
    }
    return low
  }

  const jumpTo = (instant: number) => {
    const ahead = instant - now()
    if (ahead <= 0) return
    offset[0] = offset[0]! + BigInt(Math.ceil(ahead))
    save.run(Number(offset[0]))
  }

  const settle = async () => {
    await activity.idle()
    while (!closed && alarms[0] && alarms[0].instant <= now()) {
      fireDue()
      await activity.idle()
    }
  }

  const advance = async (seconds: number) => {
    const target = now() + seconds * 1000
    await settle()
    while (!closed && alarms[0] && alarms[0].instant <= target) {
      jumpTo(alarms[0].instant)
      fireDue()
      await activity.idle()
    }
    if (closed) return
    jumpTo(target)
    await settle()
  }

  return {
    offset,
    now,
    settle,
    at(instant, run, kind) {
      const entry = { instant, run, background: kind === 'background' }
      const index = insertAt(instant)
      alarms.splice(index, 0, entry)
      if (index === 0) arm()
      return {
        cancel() {
          const position = alarms.indexOf(entry)
          if (position >= 0) alarms.splice(position, 1)
        },
      }
    },
    advance(seconds) {
      advancing = advancing.then(() => advance(seconds))
      return advancing
    },
    nextDue: () => alarms.find(({ background }) => !background)?.instant,
    close() {
      closed = true
      clearTimeout(timer)
      alarms.length = 0
    },
  }
}
