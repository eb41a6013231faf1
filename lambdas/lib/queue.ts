/** Puts messages on SQS and answers its batches. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { BatchAnswer, QueueBatch } from '../../events/queue.ts'
import { log } from './log.ts'

let client: SQSClient | undefined

export type Outgoing = {
  body: unknown
  /** 0 to 900, SQS's own limit. */
  delaySeconds?: number
}

/** SQS's own limits for one batch. */
const batchSize = 10
/** A batch may be taken in part: three rounds tell a passing fault from an outage, which the caller retries. */
const rounds = 3

/** Puts messages on a queue. Throws when one of them was not taken; those before it stay on the queue. */
export async function sendMessages(queueUrl: string, messages: readonly Outgoing[]): Promise<void> {
  client ??= new SQSClient({})
  for (let start = 0; start < messages.length; start += batchSize) {
    let open = messages.slice(start, start + batchSize)
    for (let round = 1; open.length > 0; round++) {
      if (round > rounds) throw new Error('The queue did not take every message')
      const answer = await client.send(
        new SendMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: open.map((message, i) => ({
            Id: String(i),
            MessageBody: JSON.stringify(message.body),
            DelaySeconds: message.delaySeconds ?? 0,
          })),
        }),
      )
      const failed = new Set((answer.Failed ?? []).map((failure) => Number(failure.Id)))
      open = open.filter((_, i) => failed.has(i))
    }
  }
}

/**
 * Works off a batch, all messages at once, and names those that failed: only they come back.
 *
 * @param work throws for what another try may mend; resolves for everything that is settled
 */
export async function answerBatch(
  batch: QueueBatch,
  work: (body: string, messageId: string) => Promise<void>,
): Promise<BatchAnswer> {
  const results = await Promise.allSettled(batch.Records.map((record) => work(record.body, record.messageId)))
  const batchItemFailures = results.flatMap((result, i) => {
    if (result.status === 'fulfilled') return []
    const { messageId, attributes } = batch.Records[i]!
    log.error('A message goes back to the queue', result.reason, {
      messageId,
      receiveCount: attributes.ApproximateReceiveCount,
    })
    return [{ itemIdentifier: messageId }]
  })
  return { batchItemFailures }
}
