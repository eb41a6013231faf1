/** Text messages through SNS, to E.164 numbers only. */
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { answerTo } from './provider.ts'
import type { Answer } from './provider.ts'

let client: SNSClient | undefined

/** SNS answers an opted-out number with InvalidParameter ("… is opted out"), like any number it cannot use. */
const terminal = new Set(['InvalidParameter', 'InvalidParameterException', 'OptedOut', 'OptedOutException'])

/**
 * Sends one text message. Never throws for what the provider answers; a number that is none is refused here.
 *
 * @returns `refused` with code `phone_invalid`, or with the provider's own
 */
export async function sendSms(phone: string, text: string): Promise<Answer> {
  // Loaded on first use: the world's numbering plans are a fifth of the code, and most alerts are mails.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(phone)
  if (!number?.isPossible() || number.number !== phone) return { kind: 'refused', code: 'phone_invalid' }
  // The provider may have taken what timed out, so the SDK must not try again by itself.
  client ??= new SNSClient({ maxAttempts: 1 })
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
