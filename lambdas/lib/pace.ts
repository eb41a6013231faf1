import { setTimeout as pause } from 'node:timers/promises'

let nextAt = 0

/** Waits for this process's next turn at `perSecond` turns a second. Turns that nobody took are not saved up. */
export async function nextSlot(perSecond: number): Promise<void> {
  const now = performance.now()
  const turn = Math.max(now, nextAt)
  nextAt = turn + 1000 / perSecond
  if (turn > now) await pause(turn - now)
}
