import { CheckCalendars } from '../events/calendar-check.ts'
import { QueueBatch } from '../events/queue.ts'
import type { BatchAnswer } from '../events/queue.ts'
import { checkBatch } from './calendar/check-batch.ts'
import { log } from './lib/log.ts'
import { publishMetrics } from './lib/metrics.ts'
import { answerBatch } from './lib/queue.ts'

/** Reads the calendars that a message of the check queue names, and announces what they confirm. */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<BatchAnswer> => {
  log.begin(context.awsRequestId)
  const answer = await answerBatch(QueueBatch.parse(event), (body) =>
    checkBatch(CheckCalendars.parse(JSON.parse(body)), new Date().toISOString()),
  )
  publishMetrics()
  return answer
}
