/** What a provider of messages answers, sorted by what it means for the message. */

export type Answer =
  | { kind: 'accepted'; providerId: string }
  /** This message will never be taken. */
  | { kind: 'refused'; code: string }
  /** There was nothing left to say when its turn came: no provider was asked. */
  | { kind: 'moot' }
  /** It was certainly not taken, and may be later. */
  | { kind: 'later'; code: string }
  /** Nobody knows whether it was taken: no answer, or a fault inside the provider. */
  | { kind: 'unknown'; code: string }

/** Nothing was ever sent over a connection that was not made. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** Waits for a provider's answer and sorts it. `terminal` names the errors that refuse the message for good. */
export async function answerTo(sending: Promise<string>, terminal: ReadonlySet<string>): Promise<Answer> {
  try {
    return { kind: 'accepted', providerId: await sending }
  } catch (error) {
    const { name, code, $metadata } = error as {
      name: string
      code?: string
      $metadata?: { httpStatusCode?: number }
    }
    if (terminal.has(name)) return { kind: 'refused', code: name }
    if (code !== undefined && neverConnected.has(code)) return { kind: 'later', code }
    const status = $metadata?.httpStatusCode
    const wasRefused = status !== undefined && status >= 400 && status < 500
    return { kind: wasRefused ? 'later' : 'unknown', code: name }
  }
}
