/** Mail through SES: composed with its headers, paced to the account's rate, its refusals told apart. */
import { setTimeout as pause } from 'node:timers/promises'
import { SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { RenderedMail } from '../../domain/message.ts'
import { readEnv, SendMailEnv } from './env.ts'
import type { Answer } from './provider.ts'
import { nextSlot } from './pace.ts'
import { answerTo } from './provider.ts'

export type OutgoingMail = RenderedMail & {
  to: string
  /** Shown before " via Waitlist"; the address behind it is always the service's own (decision D7). */
  fromName?: string
  replyTo?: string
  /** Where one click ends the messages (RFC 8058). */
  unsubscribeUrl?: string
  /** Names what is sent, so that the provider's events find it. */
  tag: string
}

let client: SESClient | undefined

/** Names that refuse this very message, whatever is tried. */
const terminal = new Set(['MessageRejected', 'InvalidParameterValue', 'InvalidParameterValueException'])

/** SES counts its rate by the second: one more try after most of one. What lasts longer goes back to the queue. */
const attempts = 2

/** Sends one mail when its turn has come. Never throws for what the provider answers. */
export async function sendMail(mail: OutgoingMail): Promise<Answer> {
  const env = readEnv(SendMailEnv)
  // The provider may have taken what timed out, so the SDK must not try again by itself.
  client ??= new SESClient({ maxAttempts: 1 })
  const command = new SendRawEmailCommand({
    RawMessage: { Data: await compose(mail, env.MAIL_FROM) },
    ConfigurationSetName: env.MAIL_CONFIGURATION_SET,
    Tags: [{ Name: 'delivery', Value: mail.tag }],
  })
  for (let attempt = 1; ; attempt++) {
    // Two instances send at a time (the queue's concurrency), each at half of the account's rate.
    await nextSlot(env.MAIL_RATE_PER_SECOND / 2)
    const answer = await answerTo(
      client.send(command).then((accepted) => accepted.MessageId ?? ''),
      terminal,
    )
    if (answer.kind !== 'later' || attempt === attempts) return answer
    await pause(400 + Math.random() * 600)
  }
}

/** The message with its headers. The composer encodes them, so that no name can add a header of its own. */
function compose(mail: OutgoingMail, sender: string): Promise<Buffer> {
  // Nothing in a name may look like an address of its own.
  const shown = mail.fromName?.replace(/["<>\\]/g, '').trim()
  const name = shown ? `${shown} via Waitlist` : 'Waitlist'
  return new MailComposer({
    from: { name, address: sender },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.unsubscribeUrl && {
      headers: {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  })
    .compile()
    .build()
}
