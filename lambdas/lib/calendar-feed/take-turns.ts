/** Politeness: how many requests one host gets at a time. */

/** As many as a browser tab would open to it; a host's properties are then read one pair after the other. */
const requestsPerHost = 2

/** Runs work for hosts, no more than two at a time for each; the rest wait in order. */
export type Turns = <T>(host: string, work: () => Promise<T>) => Promise<T>

/** Turns that are shared by everything that uses the same function. */
export function takeTurns(atOnce = requestsPerHost): Turns {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  function leave(host: string): void {
    const next = waiting.get(host)?.shift()
    if (next) return next() // the place goes straight to the next in line
    const left = (running.get(host) ?? 1) - 1
    if (left > 0) running.set(host, left)
    else {
      running.delete(host)
      waiting.delete(host)
    }
  }

  return async (host, work) => {
    if ((running.get(host) ?? 0) >= atOnce) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(host, [...(waiting.get(host) ?? []), resolve])
      await promise
    } else running.set(host, (running.get(host) ?? 0) + 1)
    try {
      return await work()
    } finally {
      leave(host)
    }
  }
}
