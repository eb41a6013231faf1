/** Text messages through SNS, to E.164 numbers only. */
import { CheckIfPhoneNumberIsOptedOutCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { answerTo } from './provider.ts'
import type { Answer } from './provider.ts'

let client: SNSClient | undefined

/** How SNS names a number that it cannot use. */
const terminal = new Set(['InvalidParameter', 'InvalidParameterException', 'OptedOut', 'OptedOutException'])

/** Codes of a refusal that say what is wrong with the number itself. */
export const phoneInvalid = 'phone_invalid'
export const phoneOptedOut = 'phone_opted_out'

/**
 * Sends one text message. Never throws for what the provider answers. A number that is none, or that answered
 * STOP, is refused here: SNS would take the message, charge nothing and deliver nothing, without a word.
 */
export async function sendSms(phone: string, text: string): Promise<Answer> {
  // Loaded on first use: the world's numbering plans are a fifth of the code, and most alerts are mails.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(phone)
  if (!number?.isPossible() || number.number !== phone) return { kind: 'refused', code: phoneInvalid }
  // The provider may have taken what timed out, so the SDK must not try again by itself.
  client ??= new SNSClient({ maxAttempts: 1 })
  const optedOut = await answerTo(
    client
      .send(new CheckIfPhoneNumberIsOptedOutCommand({ phoneNumber: phone }))
      .then((answer) => (answer.isOptedOut ? phoneOptedOut : '')),
    terminal,
  )
  // A question that got no answer sent nothing, so it may be asked again.
  if (optedOut.kind === 'unknown') return { kind: 'later', code: optedOut.code }
  if (optedOut.kind !== 'accepted') return optedOut
  if (optedOut.providerId === phoneOptedOut) return { kind: 'refused', code: phoneOptedOut }
  return answerTo(
    client
      .send(
        new PublishCommand({
          PhoneNumber: phone,
          Message: text,
          MessageAttributes: {
            // Transactional: delivered with priority, because the dates may be gone in minutes.
            'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
          },
        }),
      )
      .then((accepted) => accepted.MessageId ?? ''),
    terminal,
  )
}
