export type AccountMail = { emailSubject: string; emailMessage: string }

export type AccountMailFacts = {
  appUrl: string
  email: string
  /** Cognito's placeholder, which it replaces by the code wherever it stands. */
  code: string
}

/**
 * The mail for an occasion that Cognito names: a link that does it by itself, and the code for typing it in.
 * Undefined for occasions that this product does not have.
 */
export function accountMail(occasion: string, facts: AccountMailFacts): AccountMail | undefined {
  switch (occasion) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return {
        emailSubject: 'Confirm your email address',
        emailMessage: letter({
          greeting: 'Welcome!',
          reason: 'Please confirm that this is your email address, and your waitlist is ready to use.',
          link: linkTo('confirm', facts),
          action: 'Confirm my email address',
          code: facts.code,
          otherwise: 'If you did not sign up, you can ignore this message.',
        }),
      }
    case 'CustomMessage_ForgotPassword':
      return {
        emailSubject: 'Choose a new password',
        emailMessage: letter({
          greeting: 'Hello,',
          reason: 'Somebody, most likely you, asked for a new password for this address.',
          link: linkTo('reset', facts),
          action: 'Choose a new password',
          code: facts.code,
          otherwise: 'If it was not you, you can ignore this message: your password stays as it is.',
        }),
      }
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return {
        emailSubject: 'Confirm your new email address',
        emailMessage: letter({
          greeting: 'Hello,',
          reason: 'Please enter this code to confirm your new email address.',
          code: facts.code,
          otherwise: 'If you did not change your address, please choose a new password.',
        }),
      }
    default:
      return undefined
  }
}

/** A page's address with the code, which stays unescaped because Cognito looks for its exact spelling. */
function linkTo(what: 'confirm' | 'reset', { appUrl, email, code }: AccountMailFacts): string {
  return `${appUrl}/auth?${what}=${code}&email=${encodeURIComponent(email)}`
}

type Letter = {
  greeting: string
  reason: string
  link?: string
  action?: string
  code: string
  otherwise: string
}

/** Cognito sends one part only, so this is HTML that also reads well where styles are ignored. */
function letter({ greeting, reason, link, action, code, otherwise }: Letter): string {
  const button =
    link &&
    `<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
      `background:#1f5c4d;color:#ffffff;text-decoration:none;font-weight:600">${action}</a></p>`
  const typed = link ? 'Or type this code:' : 'Your code:'
  return [
    '<div style="max-width:480px;margin:0 auto;padding:24px;font-family:Arial,Helvetica,sans-serif;',
    'font-size:16px;line-height:1.5;color:#222222">',
    `<p>${greeting}</p><p>${reason}</p>`,
    button ?? '',
    `<p>${typed} <strong style="font-size:20px;letter-spacing:2px">${code}</strong></p>`,
    `<p style="color:#666666;font-size:14px">${otherwise}</p>`,
    '</div>',
  ].join('')
}
