const tails = new Map<string, Promise<unknown>>()

/**
 * Runs work of one name one after the other within this process. Transactions that meet on one item cancel each
 * other and try again after pauses; queueing up for it is faster.
 */
export function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (tails.get(name) ?? Promise.resolve()).then(work, work)
  tails.set(name, turn)
  const forget = () => {
    if (tails.get(name) === turn) tails.delete(name)
  }
  turn.then(forget, forget)
  return turn
}
