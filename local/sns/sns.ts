import { randomUUID } from 'node:crypto'
import type { Assembly } from '../assembly/model.ts'
import type { Functions } from '../functions/functions.ts'
import type { Inbox } from '../inbox.ts'
import type { Clock, Service } from '../service.ts'
import { ServiceFault, serveQuery } from '../wire.ts'
import type { Input } from '../wire.ts'

export type Sns = Service & {
  /** Delivers `message` to the topic's subscribers; returns its id. */
  publish(topicArn: string, message: string, subject?: string): string
}

export type SnsOptions = {
  topics: Assembly['topics']
  subscriptions: Assembly['subscriptions']
  functions: Functions
  inbox: Inbox
  clock: Clock
}

/** SNS: topics with functions behind them, and text messages, which land in the inbox. */
export function createSns({ topics, subscriptions, functions, inbox, clock }: SnsOptions): Sns {
  const publish = (topicArn: string, message: string, subject?: string): string => {
    if (!topics.some(({ arn }) => arn === topicArn))
      throw new ServiceFault('NotFound', 'Topic does not exist', 404)
    const messageId = randomUUID()
    for (const subscription of subscriptions.filter((one) => one.topicArn === topicArn)) {
      functions.invokeLater(subscription.functionArn, {
        Records: [
          {
            EventSource: 'aws:sns',
            EventVersion: '1.0',
            EventSubscriptionArn: `${topicArn}:${randomUUID()}`,
            Sns: {
              Type: 'Notification',
              MessageId: messageId,
              TopicArn: topicArn,
              Subject: subject ?? null,
              Message: message,
              Timestamp: new Date(clock.now()).toISOString(),
              SignatureVersion: '1',
              Signature: 'local',
              SigningCertUrl: 'local',
              UnsubscribeUrl: 'local',
              MessageAttributes: {},
            },
          },
        ],
      })
    }
    return messageId
  }

  const sendText = (phone: string, input: Input): string => {
    // E.164: a plus sign and at most 15 digits.
    if (!/^\+[1-9]\d{6,14}$/.test(phone)) {
      const reason = `PhoneNumber Reason: ${phone} is not valid to publish to`
      throw new ServiceFault('InvalidParameter', `Invalid parameter: ${reason}`)
    }
    const messageId = randomUUID()
    // As AWS does, a message to an opted-out phone is accepted and goes nowhere.
    if (inbox.optedOut(phone)) return messageId
    const attributes = (input['MessageAttributes'] ?? []) as {
      Name: string
      Value: { StringValue?: string }
    }[]
    const sender = attributes.find(({ Name }) => Name === 'AWS.SNS.SMS.SenderID')?.Value.StringValue
    inbox.add({
      kind: 'sms',
      messageId,
      from: sender ?? 'NOTICE',
      to: [phone],
      text: String(input['Message']),
      headers: {},
      tags: {},
    })
    return messageId
  }

  const actions = {
    Publish: (input: Input) => {
      if (!input['Message']) throw new ServiceFault('InvalidParameter', 'Invalid parameter: Empty message')
      const { PhoneNumber, TopicArn, TargetArn, Subject } = input
      if (PhoneNumber !== undefined) return { MessageId: sendText(String(PhoneNumber), input) }
      const subject = Subject === undefined ? undefined : String(Subject)
      return { MessageId: publish(String(TopicArn ?? TargetArn), String(input['Message']), subject) }
    },
    CheckIfPhoneNumberIsOptedOut: (input: Input) => ({
      isOptedOut: inbox.optedOut(String(input['phoneNumber'])),
    }),
    ListPhoneNumbersOptedOut: () => ({ phoneNumbers: inbox.listOptedOut() }),
    OptInPhoneNumber: (input: Input) => inbox.optIn(String(input['phoneNumber'])),
  }

  return { publish, handle: (request) => serveQuery(actions, request), close: async () => undefined }
}
