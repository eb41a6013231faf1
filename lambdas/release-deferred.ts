import { ReleaseDeferred } from '../events/mail.ts'
import { releaseDue } from './delivery/release-due.ts'
import { log } from './lib/log.ts'

/** Queues what was put off and is due: digests, text messages after quiet hours, managers' and trial mail. */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<void> => {
  log.begin(context.awsRequestId)
  ReleaseDeferred.parse(event)
  const released = await releaseDue(new Date().toISOString())
  if (released > 0) log.info('Released what was put off', { released })
}
