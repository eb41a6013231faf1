import { DispatchChecks } from '../events/calendar-check.ts'
import { dispatchRound } from './calendar/dispatch-round.ts'
import { log } from './lib/log.ts'

/** Queues the checks that are due in this quarter of the hour. */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<void> => {
  log.begin(context.awsRequestId)
  const { scheduledAt } = DispatchChecks.parse(event)
  const queued = await dispatchRound(new Date(scheduledAt).toISOString())
  log.info('Queued a round of checks', { ...queued })
}
