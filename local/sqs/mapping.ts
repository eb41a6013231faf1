import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Activity } from '../activity.ts'
import { region } from '../assembly/names.ts'
import type { MappingDefinition } from '../assembly/model.ts'
import type { Functions } from '../functions/functions.ts'
import type { Message, Queue } from './queue.ts'

/** Lambda's own default of concurrent batches for a queue without a limit of its own. */
const defaultConcurrency = 10

const PartialResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })),
})

/**
 * Feeds a function from a queue, as Lambda's event source mapping does: a batch at a time, acknowledged
 * when the function succeeds (or all but the items it reports). What fails comes back to the queue when
 * its visibility timeout ends. A batching window is not waited out: locally a batch is what is there.
 */
export function startMapping(
  definition: MappingDefinition,
  queue: Queue,
  functions: Functions,
  activity: Activity,
): { close(): void } {
  const concurrency = definition.maxConcurrency ?? defaultConcurrency
  let running = 0
  let closed = false

  const pump = () => {
    while (!closed && running < concurrency) {
      const batch = queue.receive(definition.batchSize)
      if (batch.length === 0) return
      running += 1
      void activity.track(async () => {
        try {
          await deliver(batch)
        } finally {
          running -= 1
          pump()
        }
      })
    }
  }

  const deliver = async (batch: Message[]) => {
    const outcome = await functions.invoke(definition.functionArn, { Records: batch.map(toRecord) })
    if (closed || !outcome.ok) return
    const failed = definition.partialResponses ? failedIds(outcome.payload) : new Set<string>()
    if (failed === 'all') return
    for (const message of batch) if (!failed.has(message.id)) queue.delete(message.receipt)
  }

  const toRecord = (message: Message) => ({
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: String(message.sentAt),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    },
    messageAttributes: message.attributes,
    md5OfBody: createHash('md5').update(message.body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: definition.queueArn,
    awsRegion: region,
  })

  const stopListening = queue.onVisible(pump)
  pump()
  return {
    close() {
      closed = true
      stopListening()
    },
  }
}

/** Lambda takes an empty or missing list as success, and anything that is not such a list as failure of all. */
function failedIds(payload: unknown): Set<string> | 'all' {
  if (payload === null) return new Set()
  const response = PartialResponse.safeParse(payload)
  if (!response.success) return 'all'
  return new Set(response.data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
}
