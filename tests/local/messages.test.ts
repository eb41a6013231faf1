import { SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { CheckIfPhoneNumberIsOptedOutCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { expect, test } from 'vitest'
import type { Stack } from '../../local/stack.ts'
import { bootSmallStack, printed } from './small-stack.ts'

const settings = (stack: Stack) => ({
  endpoint: stack.endpoint,
  region: 'us-east-1',
  credentials: stack.operator,
  maxAttempts: 1,
})

const raw = (to: string, from = '"Sea View via Waitlist" <hello@waitlist.example>') =>
  new TextEncoder().encode(
    [
      `From: ${from}`,
      `To: ${to}`,
      'Reply-To: owner@seaview.example',
      'Subject: =?UTF-8?Q?Fr=C3=BChling?=',
      'List-Unsubscribe: <https://waitlist.example/u>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=C3=9Fe',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Hello</p>',
      '--b--',
      '',
    ].join('\r\n'),
  )

test('mail lands in the inbox as its receiver sees it', async () => {
  const stack = await bootSmallStack()
  const { MessageId } = await new SESClient(settings(stack)).send(
    new SendRawEmailCommand({
      Destinations: ['anna@guests.example'],
      RawMessage: { Data: raw('anna@guests.example') },
      Tags: [{ Name: 'claim', Value: 'c1' }],
    }),
  )
  expect(stack.inbox.list()).toMatchObject([
    {
      kind: 'email',
      messageId: MessageId,
      from: '"Sea View via Waitlist" <hello@waitlist.example>',
      to: ['anna@guests.example'],
      replyTo: 'owner@seaview.example',
      subject: 'Frühling',
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining('<p>Hello</p>'),
      headers: { 'list-unsubscribe': '<https://waitlist.example/u>' },
      tags: { claim: 'c1' },
      sentAt: expect.stringMatching(/^2030-01-01T00:00/),
    },
  ])
})

test('what becomes of a message is told to the topic of its configuration set', async () => {
  const stack = await bootSmallStack()
  const client = new SESClient(settings(stack))
  const ConfigurationSetName = stack.outputs['MailSetName']
  for (const to of ['anna@guests.example', 'bounce+1@guests.example', 'complaint@guests.example']) {
    const Tags = [{ Name: 'claim', Value: 'c1' }]
    await client.send(
      new SendRawEmailCommand({
        Destinations: [to],
        RawMessage: { Data: raw(to) },
        ConfigurationSetName,
        Tags,
      }),
    )
  }
  await stack.settle()
  const events = printed(stack).map((line) => JSON.parse(line.slice('got '.length, -' (1)'.length)))
  expect(events.map(({ eventType }) => eventType).toSorted()).toEqual([
    'Bounce',
    'Complaint',
    'Delivery',
    'Delivery',
  ])
  expect(events.find(({ eventType }) => eventType === 'Bounce')).toMatchObject({
    mail: { tags: { claim: ['c1'] }, destination: ['bounce+1@guests.example'] },
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'bounce+1@guests.example' }] },
  })
})

test('an unverified sender is refused, and so is more than the rate', async () => {
  const stack = await bootSmallStack({ mailRatePerSecond: 1 })
  const client = new SESClient(settings(stack))
  const send = (from?: string) =>
    client.send(new SendRawEmailCommand({ RawMessage: { Data: raw('a@guests.example', from) } }))
  await expect(send('x@elsewhere.example')).rejects.toMatchObject({ name: 'MessageRejected' })
  await send()
  await expect(send()).rejects.toMatchObject({ name: 'Throttling' })
  await stack.advance(2)
  await send()
  expect(stack.inbox.list()).toHaveLength(2)
})

test('a text reaches a phone unless it has opted out', async () => {
  const stack = await bootSmallStack()
  const client = new SNSClient(settings(stack))
  const PhoneNumber = '+436641234567'
  await client.send(new PublishCommand({ PhoneNumber, Message: 'Dates & more' }))
  expect(stack.inbox.list()).toMatchObject([{ kind: 'sms', to: [PhoneNumber], text: 'Dates & more' }])
  stack.inbox.optOut(PhoneNumber)
  await client.send(new PublishCommand({ PhoneNumber, Message: 'again' }))
  expect(stack.inbox.list()).toHaveLength(1)
  const check = new CheckIfPhoneNumberIsOptedOutCommand({ phoneNumber: PhoneNumber })
  expect((await client.send(check)).isOptedOut).toBe(true)
  const wrong = new PublishCommand({ PhoneNumber: '0664', Message: 'x' })
  await expect(client.send(wrong)).rejects.toMatchObject({ name: 'InvalidParameterException' })
})
