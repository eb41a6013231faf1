import { MailJob } from '../events/mail.ts'
import { QueueBatch } from '../events/queue.ts'
import type { BatchAnswer } from '../events/queue.ts'
import { sendAlert } from './delivery/send-alert.ts'
import { sendCode } from './delivery/send-code.ts'
import { sendDigest } from './delivery/send-digest.ts'
import { sendManagerMail } from './delivery/send-manager-mail.ts'
import { log } from './lib/log.ts'
import { publishMetrics } from './lib/metrics.ts'
import { answerBatch } from './lib/queue.ts'

/** Sends queued mails and text messages, each once. */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<BatchAnswer> => {
  log.begin(context.awsRequestId)
  const answer = await answerBatch(QueueBatch.parse(event), (body) => send(MailJob.parse(JSON.parse(body))))
  publishMetrics()
  return answer
}

function send(job: MailJob): Promise<void> {
  switch (job.kind) {
    case 'alert':
      return sendAlert(job)
    case 'digest':
      return sendDigest(job)
    case 'code':
      return sendCode(job)
    case 'manager':
      return sendManagerMail(job)
  }
}
