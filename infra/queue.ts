import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { ServiceFunction } from './function.ts'
import { accept } from './rules.ts'

/** A queue for work that was given up, which an alarm watches. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, {
    enforceSSL: true,
    // The longest there is: somebody has to read it.
    retentionPeriod: Duration.days(14),
  })
  accept(queue, 'SQS3', 'It holds dead letters itself')
  return queue
}

/**
 * A queue `{name}-queue` with the dead letters of `{name}-dlq`, worked off by one function that answers which
 * messages of a batch failed, so that only those come back.
 */
export function workedQueue(
  scope: Construct,
  name: string,
  worker: ServiceFunction,
  options: { batchSize: number; maxConcurrency: number; workerTimeout: Duration; tries?: number },
): { queue: Queue; deadLetters: Queue } {
  const deadLetters = deadLetterQueue(scope, `${name}-dlq`)
  const queue = new Queue(scope, `${name}-queue`, {
    enforceSSL: true,
    // Six times the worker's time, as Lambda asks for: room for its own retries of a throttled batch.
    visibilityTimeout: Duration.seconds(options.workerTimeout.toSeconds() * 6),
    // Three tries tell a passing fault from a poisoned message, where the work comes round again by itself.
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: options.tries ?? 3 },
  })
  worker.lambda.addEventSource(
    new SqsEventSource(queue, {
      batchSize: options.batchSize,
      maxConcurrency: options.maxConcurrency,
      reportBatchItemFailures: true,
    }),
  )
  return { queue, deadLetters }
}
