/** Counts what is under way, so that somebody can wait until nothing is. */
export type Activity = {
  /** Runs `work` as something under way; its failure is the caller's. */
  track<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when nothing tracked is under way, including what that work started meanwhile. */
  idle(): Promise<void>
}

export function createActivity(): Activity {
  let running = 0
  let waiting: (() => void)[] = []

  const ended = () => {
    running -= 1
    // One turn of the event loop: work that ends often starts its successor in a continuation.
    setImmediate(() => {
      if (running > 0) return
      const resolvers = waiting
      waiting = []
      for (const resolve of resolvers) resolve()
    })
  }

  return {
    async track(work) {
      running += 1
      try {
        return await work()
      } finally {
        ended()
      }
    },
    async idle() {
      await new Promise((resolve) => setImmediate(resolve))
      while (running > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
