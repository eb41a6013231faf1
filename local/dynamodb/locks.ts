/** Runs work alone among all work that shares one of its keys. Work on other keys goes on meanwhile. */
export type Locks = <T>(keys: string[], work: () => Promise<T>) => Promise<T>

/**
 * All keys of one call are queued for in one step, so two calls can never wait for each other.
 */
export const createLocks = (): Locks => {
  const tails = new Map<string, Promise<unknown>>()
  return async (keys, work) => {
    const ahead = keys.map((key) => tails.get(key)).filter((tail) => tail !== undefined)
    const result = ahead.length === 0 ? work() : Promise.all(ahead).then(work)
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    for (const key of keys) tails.set(key, tail)
    try {
      return await result
    } finally {
      for (const key of keys) if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
