import { dateAtTheHouses, demoProperties, weekendWaitedFor } from '../demo/company.ts'
import { readBookings } from '../demo/feed-text.ts'
import type { Booking } from '../demo/feed-text.ts'
import type { StackState } from './control-api.ts'

export const stepNames = ['cancel', 'read', 'confirm', 'priority', 'others', 'follow'] as const
export type StepName = (typeof stepNames)[number]

/** How far the guide has come, told from what really happened in the stack. */
export type Guide = {
  done: ReadonlySet<StepName>
  /** The booking whose cancellation it walks through. */
  booking: Booking
  /** The calendar that holds it. */
  feedName: string
  /** The execution of its opening, once there is one. */
  executionId: string | undefined
}

/** Where the walk happens, and the two guests whose messages tell how far it has come. */
const feedName = 'seaside-cottage-airbnb'
const priorityGuest = 'ada.miller@example.com'
const patientGuest = 'jonas.berg@example.com'

/**
 * Reads the guide's progress from the state of the stack, so that a reload, or a program that does a step, shows.
 * Undefined where the demo company is missing.
 *
 * @param followed whether a message's link was opened, which only the page knows
 */
export function readGuide(state: StackState, followed: boolean): Guide | undefined {
  const feed = state.feeds.find(({ name }) => name === feedName)
  // The calendars are dated from the day they were made, which the one changed least recently still tells.
  const madeAt = state.feeds.map(({ modifiedAt }) => modifiedAt).sort()[0]
  if (!feed || !madeAt) return undefined
  const today = dateAtTheHouses(madeAt)
  const friday = weekendWaitedFor(today)
  const booking = demoProperties(today)
    .flatMap(({ feeds }) => feeds)
    .find(({ name }) => name === feedName)
    ?.bookings.find(({ from }) => from === friday)
  if (!booking) return undefined

  const isCancelled = !readBookings(feed.body).some(
    ({ from, to }) => from <= booking.from && booking.from < to,
  )
  const execution = state.executions.find(({ startedAt }) => startedAt > madeAt)
  const isTold = (address: string) =>
    state.inbox.some(({ to, sentAt }) => to.includes(address) && sentAt > madeAt)
  const lastCheck = state.schedules.find(({ name }) => name === 'dispatch-checks')?.lastRunAt ?? ''

  const facts: Record<StepName, boolean> = {
    cancel: isCancelled,
    // A calendar changed again after its opening was found has been read all the same.
    read: isCancelled && (lastCheck > feed.modifiedAt || execution !== undefined),
    confirm: isCancelled && execution !== undefined,
    priority: isTold(priorityGuest),
    others: isTold(patientGuest),
    follow: followed && isTold(priorityGuest),
  }
  return {
    done: new Set(stepNames.filter((name) => facts[name])),
    booking,
    feedName,
    executionId: execution?.id,
  }
}

/** The message that the guide points at: the priority guest's mail. */
export function guideMessage(state: StackState): string | undefined {
  return state.inbox.find(({ kind, to }) => kind === 'email' && to.includes(priorityGuest))?.id
}
