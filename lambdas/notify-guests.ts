import { NotifyGuests } from '../events/notification.ts'
import type { NotifiedGuests } from '../events/notification.ts'
import { notifyPage } from './delivery/notify-page.ts'
import { log } from './lib/log.ts'

/** Queues the messages for one page of the guests who wait for an opening. */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<NotifiedGuests> => {
  log.begin(context.awsRequestId)
  const page = NotifyGuests.parse(event)
  const answer = await notifyPage(page, new Date().toISOString())
  log.info('Queued a page of guests', {
    propertyId: page.propertyId,
    openingId: page.openingId,
    delaySeconds: page.delaySeconds,
    queued: answer.queued,
  })
  return answer
}
