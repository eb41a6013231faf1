import { randomBytes, randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import type { Assembly } from '../assembly/model.ts'
import { addressIn } from '../iam/access.ts'
import type { Inbox, InboxMessage } from '../inbox.ts'
import type { Clock, Service } from '../service.ts'
import type { Sns } from '../sns/sns.ts'
import { ServiceFault, serveQuery } from '../wire.ts'
import type { Input } from '../wire.ts'
import { eventsFor, typeInTemplate } from './events.ts'
import type { MailFacts } from './events.ts'

export type SesOptions = {
  identities: string[]
  destinations: Assembly['eventDestinations']
  inbox: Inbox
  sns: Sns
  clock: Clock
  /** Messages a second that the account may send; without it, any number. */
  ratePerSecond: number | undefined
}

type Sent = Omit<InboxMessage, 'id' | 'sentAt' | 'messageId' | 'kind'>

/** SES: accepted mail lands in the inbox, and what becomes of it is told to the configuration set's topic. */
export function createSes({
  identities,
  destinations,
  inbox,
  sns,
  clock,
  ratePerSecond,
}: SesOptions): Service {
  let recent: number[] = []

  const holdToRate = () => {
    if (ratePerSecond === undefined) return
    recent = recent.filter((instant) => instant > clock.now() - 1000)
    if (recent.length >= ratePerSecond) throw new ServiceFault('Throttling', 'Maximum sending rate exceeded.')
    recent.push(clock.now())
  }

  const accept = (message: Sent): { MessageId: string } => {
    const sender = addressIn(message.from)
    if (!identities.includes(sender) && !identities.includes(sender.split('@').at(-1)!)) {
      throw new ServiceFault('MessageRejected', `Email address is not verified: ${sender}`)
    }
    if (message.to.length === 0) throw new ServiceFault('InvalidParameterValue', 'Missing destination')
    holdToRate()
    const messageId = `${randomBytes(8).toString('hex')}-${randomUUID()}-000000`
    const stored = inbox.add({ ...message, kind: 'email', messageId })
    tell(stored)
    return { MessageId: messageId }
  }

  const tell = (message: InboxMessage) => {
    const { configurationSet } = message
    if (!configurationSet) return
    const facts: MailFacts = {
      messageId: message.messageId,
      source: message.from,
      destination: message.to,
      timestamp: message.sentAt,
      headers: Object.entries(message.headers).map(([name, value]) => ({ name, value })),
      subject: message.subject ?? '',
      tags: message.tags,
      configurationSet,
    }
    for (const event of message.to.flatMap((recipient) => eventsFor(recipient, facts))) {
      const type = typeInTemplate[event.eventType]!
      for (const destination of destinations) {
        if (destination.configurationSet !== configurationSet) continue
        if (!destination.eventTypes.some((wanted) => wanted.toLowerCase() === type)) continue
        sns.publish(destination.topicArn, JSON.stringify(event), 'Amazon SES Email Event Notification')
      }
    }
  }

  const actions = {
    SendRawEmail: async (input: Input) => {
      const data = (input['RawMessage'] as Input | undefined)?.['Data']
      const email = await PostalMime.parse(Buffer.from(String(data), 'base64'))
      return accept(fromRaw(email, input))
    },
    SendEmail: (input: Input) => accept(fromParts(input)),
    GetSendQuota: () => ({ Max24HourSend: 50_000, MaxSendRate: ratePerSecond ?? 14, SentLast24Hours: 0 }),
  }

  return { handle: (request) => serveQuery(actions, request), close: async () => undefined }
}

function fromRaw(email: Email, input: Input): Sent {
  const headers: Record<string, string> = {}
  for (const { key, value } of email.headers)
    headers[key] = headers[key] ? `${headers[key]}\n${value}` : value
  const addressed = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]
  const destinations = input['Destinations'] as string[] | undefined
  const to = destinations ?? addressed.flatMap(({ address }) => address ?? [])
  const configurationSet = input['ConfigurationSetName'] ?? headers['x-ses-configuration-set']
  const replyTo = email.replyTo?.[0]?.address
  return {
    from: headers['from'] ?? String(input['Source'] ?? ''),
    to: to.map(addressIn),
    ...(replyTo && { replyTo }),
    subject: email.subject ?? '',
    text: email.text ?? '',
    ...(email.html && { html: email.html }),
    headers,
    tags: tagsOf(input, headers['x-ses-message-tags']),
    ...(configurationSet !== undefined && { configurationSet: String(configurationSet) }),
  }
}

type Destination = { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] }
type Content = { Data?: string }
type Message = { Subject?: Content; Body?: { Text?: Content; Html?: Content } }

function fromParts(input: Input): Sent {
  const {
    ToAddresses = [],
    CcAddresses = [],
    BccAddresses = [],
  } = (input['Destination'] ?? {}) as Destination
  const { Subject, Body } = (input['Message'] ?? {}) as Message
  const replyTo = (input['ReplyToAddresses'] as string[] | undefined)?.[0]
  const configurationSet = input['ConfigurationSetName']
  return {
    from: String(input['Source']),
    to: [...ToAddresses, ...CcAddresses, ...BccAddresses].map(addressIn),
    ...(replyTo && { replyTo }),
    subject: Subject?.Data ?? '',
    text: Body?.Text?.Data ?? '',
    ...(Body?.Html?.Data !== undefined && { html: Body.Html.Data }),
    headers: {},
    tags: tagsOf(input, undefined),
    ...(configurationSet !== undefined && { configurationSet: String(configurationSet) }),
  }
}

/** Tags come as a parameter or as the header `X-SES-MESSAGE-TAGS: name=value, name=value`. */
function tagsOf(input: Input, header: string | undefined): Record<string, string> {
  const given = (input['Tags'] ?? []) as { Name: string; Value: string }[]
  const written = (header ?? '').split(',').flatMap((pair) => {
    const [name, value] = pair.split('=').map((part) => part.trim())
    return name && value ? [[name, value] as const] : []
  })
  return Object.fromEntries([...written, ...given.map(({ Name, Value }) => [Name, Value] as const)])
}
