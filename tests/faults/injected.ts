import type { Call, Verdict } from '../../local/calls.ts'
import type { DeliveryHook } from '../../local/sqs/queue.ts'
import { chance, pick } from './chance.ts'

/** What a run did to the product. */
export type Injected = {
  onCall(call: Call): Verdict
  onDelivery: DeliveryHook
  /** How often each fault was injected. */
  tally: Map<string, number>
  /**
   * How many messages the documented edge may repeat: a crash between a provider's yes and our record. For mail
   * the provider's event settles that, so only a fault in taking that event counts; a text message has none.
   */
  repeatable: { email: number; sms: number }
  /** True once the whole stack was ended; it does not come back by itself. */
  isDown(): boolean
  /** Says that the stack is up again. */
  noteUp(): void
}

/** Some ten faults in the three thousand calls of a run; more would only prove that nothing works when all is down. */
const faultRate = 0.003

/** Messages that one sender works on at a time: all of them die with it. */
const batchSize = 10

/** A queue that repeats or overtakes one delivery in ten. */
const queueFaultRate = 0.1

/** The answers of services that have too much to do, or a bad moment. The statuses are theirs. */
const refusals: Record<string, { code: string; status: number }[]> = {
  dynamodb: [
    { code: 'ProvisionedThroughputExceededException', status: 400 },
    { code: 'ThrottlingException', status: 400 },
    { code: 'InternalServerError', status: 500 },
  ],
  sqs: [
    { code: 'ServiceUnavailable', status: 503 },
    { code: 'ThrottlingException', status: 400 },
  ],
  states: [
    { code: 'ThrottlingException', status: 400 },
    { code: 'ServiceUnavailable', status: 503 },
  ],
  ses: [
    { code: 'Throttling', status: 400 },
    { code: 'ServiceUnavailable', status: 503 },
  ],
  sns: [
    { code: 'Throttled', status: 429 },
    { code: 'InternalError', status: 500 },
  ],
}

/**
 * The faults of one seed. Each depends on the seed and on how often a function made this very call, not on what
 * else runs at the moment, so that a seed does nearly the same whenever it is run.
 *
 * @param withRestart also end the whole stack, once, in the middle
 */
export function faultsOf(seed: number, withRestart: boolean): Injected {
  const seen = new Map<string, number>()
  const disturbed = new Set<string>()
  const bursts = new Map<string, number>()
  const tally = new Map<string, number>()
  const repeatable = { email: 0, sms: 0 }
  let isRestarted = !withRestart
  let isDown = false

  const note = (what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1)
  const noteEdge = ({ functionName }: Call, messages: number) => {
    if (functionName === 'mail-feedback') repeatable.email++
    if (functionName === 'send-mail') repeatable.sms += messages
  }

  return {
    tally,
    repeatable,
    isDown: () => isDown,
    noteUp: () => void (isDown = false),
    onCall(call) {
      const name = `${call.functionName} ${call.service}:${call.action} ${call.phase}`
      const occurrence = (seen.get(name) ?? 0) + 1
      seen.set(name, occurrence)

      const left = bursts.get(name) ?? 0
      if (left > 0) bursts.set(name, left - 1)
      const isStruck = left > 0 || chance(seed, name, occurrence) < faultRate
      if (!isStruck) return undefined

      if (!isRestarted && chance(seed, 'restart', occurrence) < 0.3) {
        isRestarted = true
        isDown = true
        note('stack restarted')
        repeatable.sms += 2 * batchSize
        return 'stack-kill'
      }
      const choices = refusals[call.service] ?? []
      if (choices.length === 0 || (left === 0 && chance(seed, name, occurrence, 'kind') < 0.5)) {
        note(`killed ${call.phase} ${call.service}`)
        noteEdge(call, batchSize)
        return 'kill-function'
      }
      // A burst outlasts the client's own three tries now and then.
      if (left === 0) bursts.set(name, Math.floor(chance(seed, name, occurrence, 'burst') * 5))
      noteEdge(call, 1)
      note(`refused ${call.phase} ${call.service}`)
      // Nobody takes a message and then says that there were too many: after the work only a fault is credible.
      const credible = choices.filter(({ status }) => call.phase === 'before' || status >= 500)
      return { error: pick(credible, seed, name, occurrence, 'refusal') }
    },
    onDelivery({ queue, messageId }) {
      // Once for each message: a queue that only ever postpones would prove nothing.
      if (disturbed.has(messageId)) return undefined
      disturbed.add(messageId)
      // Message ids are random: the queue's faults differ from run to run, on top of the seed's own.
      const dice = chance(seed, queue, messageId)
      if (dice < queueFaultRate) {
        note('message duplicated')
        return 'duplicate'
      }
      if (dice < 2 * queueFaultRate) {
        note('message overtaken')
        return 'postpone'
      }
      return undefined
    },
  }
}
