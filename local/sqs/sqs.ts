import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Activity } from '../activity.ts'
import type { Assembly, MappingDefinition, QueueDefinition } from '../assembly/model.ts'
import type { AlarmClock } from '../clock.ts'
import type { Database } from '../database.ts'
import type { Functions } from '../functions/functions.ts'
import { allows } from '../iam/policy.ts'
import type { Service } from '../service.ts'
import { StartupError } from '../startup-error.ts'
import { ServiceFault, serveJson } from '../wire.ts'
import type { Action, Input } from '../wire.ts'
import { startMapping } from './mapping.ts'
import { createQueueTable, openQueue } from './queue.ts'
import type { DeliveryHook, Message, Queue } from './queue.ts'

export type Sqs = Service & {
  queues: Queue[]
  queueByArn(arn: string): Queue | undefined
  queueByUrl(url: string): Queue | undefined
  /** Starts the functions' event sources; before this, messages only gather. */
  start(): void
}

export type SqsOptions = {
  queues: QueueDefinition[]
  mappings: MappingDefinition[]
  database: Database
  clock: AlarmClock
  activity: Activity
  functions: Functions
  roles: Assembly['roles']
  hook(): DeliveryHook | undefined
}

/** SQS over its JSON protocol, with the event sources of Lambda. */
export function createSqs(options: SqsOptions): Sqs {
  createQueueTable(options.database)
  const queueByArn = (arn: string) => queues.find(({ definition }) => definition.arn === arn)
  const queues: Queue[] = options.queues.map((definition) =>
    openQueue(
      definition,
      options.database,
      options.clock,
      (body, attributes) => queueByArn(definition.redrive!.deadLetterArn)?.send(body, { attributes }),
      options.hook,
    ),
  )
  // The address's host is ignored: the same data may be served on another port next time.
  const queueByUrl = (url: string) =>
    queues.find(({ definition }) => definition.physicalName === url.split('/').at(-1))
  const actions = createActions(queues, queueByUrl)
  const mappings: { close(): void }[] = []

  /** AWS refuses to create a mapping whose function may not read the queue; so does the start. */
  const refuseUnreadable = ({ queueArn, functionArn }: MappingDefinition) => {
    const { name, roleArn } = options.functions.byArn(functionArn)!
    for (const action of ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']) {
      if (allows(options.roles.get(roleArn) ?? [], { action, resource: queueArn })) continue
      throw new StartupError(`${name} is fed from ${queueArn}, but its role does not allow ${action} on it.`)
    }
  }

  return {
    queues,
    queueByArn,
    queueByUrl,
    start() {
      for (const mapping of options.mappings) {
        const queue = queueByArn(mapping.queueArn)
        if (!queue)
          throw new StartupError(
            `The template feeds a function from ${mapping.queueArn}, which is not in it.`,
          )
        refuseUnreadable(mapping)
        mappings.push(startMapping(mapping, queue, options.functions, options.activity))
      }
    },
    handle: (request) => serveJson(actions, request),
    async close() {
      for (const mapping of mappings) mapping.close()
    },
  }
}

const Entries = z.array(z.looseObject({ Id: z.string() }))
const maxBatch = 10

function createActions(
  queues: Queue[],
  queueByUrl: (url: string) => Queue | undefined,
): Record<string, Action> {
  const queueOf = (input: Input): Queue => {
    const queue = queueByUrl(String(input['QueueUrl']))
    if (queue) return queue
    throw new ServiceFault(
      'QueueDoesNotExist',
      'The specified queue does not exist.',
      400,
      'AWS.SimpleQueueService.NonExistentQueue',
    )
  }

  /** Applies `one` to each entry of a batch; entries fail on their own. */
  const batch = (input: Input, one: (queue: Queue, entry: Input) => object) => {
    const queue = queueOf(input)
    const entries = Entries.parse(input['Entries'])
    if (entries.length === 0 || entries.length > maxBatch) {
      throw new ServiceFault('TooManyEntriesInBatchRequest', `A batch holds 1 to ${maxBatch} entries.`)
    }
    const Successful: object[] = []
    const Failed: object[] = []
    for (const entry of entries) {
      try {
        Successful.push({ Id: entry.Id, ...one(queue, entry) })
      } catch (error) {
        Failed.push({
          Id: entry.Id,
          SenderFault: true,
          Code: 'InvalidParameterValue',
          Message: String(error),
        })
      }
    }
    return { Successful, Failed }
  }

  return {
    SendMessage: (input) => refusing(() => send(queueOf(input), input)),
    SendMessageBatch: (input) => batch(input, send),
    DeleteMessage: (input) => remove(queueOf(input), input),
    DeleteMessageBatch: (input) => batch(input, remove),
    ChangeMessageVisibility: (input) => changeVisibility(queueOf(input), input),
    ChangeMessageVisibilityBatch: (input) => batch(input, changeVisibility),
    PurgeQueue: (input) => queueOf(input).purge(),
    GetQueueUrl: (input) => {
      const queue = queueByUrl(String(input['QueueName']))
      return { QueueUrl: queueOf({ QueueUrl: queue?.definition.url }).definition.url }
    },
    ListQueues: () => ({ QueueUrls: queues.map(({ definition }) => definition.url) }),
    GetQueueAttributes: (input) => {
      const queue = queueOf(input)
      const { visible, inFlight, delayed } = queue.counts()
      return {
        Attributes: {
          QueueArn: queue.definition.arn,
          ApproximateNumberOfMessages: String(visible),
          ApproximateNumberOfMessagesNotVisible: String(inFlight),
          ApproximateNumberOfMessagesDelayed: String(delayed),
          VisibilityTimeout: String(queue.definition.visibilityTimeoutSeconds),
        },
      }
    },
    ReceiveMessage: async (input) => {
      const { MaxNumberOfMessages, VisibilityTimeout, WaitTimeSeconds } = z
        .object({
          MaxNumberOfMessages: z.number().min(1).max(maxBatch).default(1),
          VisibilityTimeout: z.number().optional(),
          WaitTimeSeconds: z.number().min(0).max(20).default(0),
        })
        .parse(input)
      const queue = queueOf(input)
      const receive = () => queue.receive(MaxNumberOfMessages, VisibilityTimeout)
      let messages = receive()
      if (messages.length === 0 && WaitTimeSeconds > 0) {
        await visibleWithin(queue, WaitTimeSeconds)
        messages = receive()
      }
      return { Messages: messages.map(toMessage) }
    },
  }
}

/** Words a malformed input as SQS does, instead of a fault of the service. */
function refusing<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new ServiceFault('InvalidParameterValue', error.message)
  }
}

function visibleWithin(queue: Queue, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
    const timer = setTimeout(done, seconds * 1000)
    const stopListening = queue.onVisible(done)
  })
}

function toMessage(message: Message): object {
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: String(message.sentAt),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    },
    MessageAttributes: message.attributes,
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function send(queue: Queue, input: Input): object {
  const { MessageBody, DelaySeconds, MessageAttributes } = z
    .object({
      // SQS takes up to 1 MiB (1,048,576 bytes) a message.
      MessageBody: z
        .string()
        .min(1)
        .refine((body) => Buffer.byteLength(body) <= 1_048_576, 'too long'),
      DelaySeconds: z.number().min(0).max(900).optional(),
      MessageAttributes: z.record(z.string(), z.unknown()).optional(),
    })
    .parse(input)
  const MessageId = queue.send(MessageBody, {
    ...(DelaySeconds !== undefined && { delaySeconds: DelaySeconds }),
    ...(MessageAttributes && { attributes: MessageAttributes }),
  })
  return { MessageId, MD5OfMessageBody: md5(MessageBody) }
}

function remove(queue: Queue, input: Input): object {
  queue.delete(String(input['ReceiptHandle']))
  return {}
}

function changeVisibility(queue: Queue, input: Input): object {
  queue.changeVisibility(String(input['ReceiptHandle']), Number(input['VisibilityTimeout']))
  return {}
}
