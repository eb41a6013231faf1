import { buttonBlock, escapeHtml, heroBlock, layOutMail } from '../../domain/mail-layout.ts'

export type AccountMail = { emailSubject: string; emailMessage: string }

export type AccountMailFacts = {
  appUrl: string
  email: string
  /** Cognito's placeholder, which it replaces by the code wherever it stands. */
  code: string
}

type Words = {
  subject: string
  /** Why this mail comes and what to do. */
  reason: string
  /** What the page at the link does by itself, where there is one. */
  link?: { does: 'confirm' | 'reset'; action: string }
  otherwise: string
}

/** The words for an occasion that Cognito names; undefined for those that this product does not have. */
function wordsFor(occasion: string): Words | undefined {
  switch (occasion) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return {
        subject: 'Confirm your email address',
        reason: 'Welcome! Please confirm that this is your email address, and your waitlist is ready to use.',
        link: { does: 'confirm', action: 'Confirm my email address' },
        otherwise: 'If you did not sign up, you can ignore this message.',
      }
    case 'CustomMessage_ForgotPassword':
      return {
        subject: 'Choose a new password',
        reason: 'Somebody, most likely you, asked for a new password for this address.',
        link: { does: 'reset', action: 'Choose a new password' },
        otherwise: 'If it was not you, you can ignore this message: your password stays as it is.',
      }
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return {
        subject: 'Confirm your new email address',
        reason: 'Please enter this code to confirm your new email address.',
        otherwise: 'If you did not change your address, please choose a new password.',
      }
    default:
      return undefined
  }
}

/** The mail for an occasion: a link that does it by itself, and the code for typing it in. */
export function accountMail(occasion: string, facts: AccountMailFacts): AccountMail | undefined {
  const words = wordsFor(occasion)
  if (!words) return undefined
  const { subject, reason, link, otherwise } = words
  const button = link && buttonTo(linkTo(link.does, facts), link.action)
  const emailMessage = layOutMail({
    preview: reason,
    sender: 'Waitlist',
    logoUrl: null,
    blocks: [
      `<strong>${escapeHtml(subject)}</strong>`,
      escapeHtml(reason),
      ...(button ? [button] : []),
      heroBlock(link ? 'Or type this code' : 'Your code', facts.code),
    ],
    footer: [escapeHtml(otherwise)],
  })
  return { emailSubject: subject, emailMessage }
}

/** A page's address with the code, which stays unescaped because Cognito looks for its exact spelling. */
function linkTo(what: 'confirm' | 'reset', { appUrl, email, code }: AccountMailFacts): string {
  const address = encodeURIComponent(email).replaceAll("'", '%27')
  return `${appUrl}/auth?${what}=${code}&email=${address}`
}

/**
 * Cognito sends one part only, and some programs show it as plain text: there a link with an escaped ampersand
 * would be broken, while HTML reads a bare one just as well.
 */
function buttonTo(url: string, action: string): string {
  return buttonBlock(action, url).replace('&amp;email=', '&email=')
}
