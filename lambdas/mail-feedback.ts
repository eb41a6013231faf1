import { SesEvent, SnsEnvelope } from '../events/mail.ts'
import { takeFeedback } from './delivery/take-feedback.ts'
import { log } from './lib/log.ts'
import { publishMetrics } from './lib/metrics.ts'

/** Records what SES says became of a mail, and stops further mail to an address that bounces or complains. */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<void> => {
  log.begin(context.awsRequestId)
  for (const { Sns } of SnsEnvelope.parse(event).Records) {
    const parsed = SesEvent.safeParse(JSON.parse(Sns.Message))
    // SES says hello on a new destination in plain words, and names kinds that nobody subscribed to.
    if (parsed.success) await takeFeedback(parsed.data, new Date().toISOString())
    else log.info('An event of another kind', { messageId: Sns.MessageId })
  }
  publishMetrics()
}
