import * as z from 'zod/mini'

/** The envelope in which SQS hands messages to a function. */
export const QueueBatch = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string() }),
    }),
  ),
})
export type QueueBatch = z.infer<typeof QueueBatch>

/** Names the messages of a batch that go back to the queue; the rest are done. */
export type BatchAnswer = { batchItemFailures: { itemIdentifier: string }[] }
