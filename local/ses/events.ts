/** What SES tells a configuration set's destinations about one message. */
export type MailFacts = {
  messageId: string
  source: string
  destination: string[]
  /** ISO instant of acceptance. */
  timestamp: string
  headers: { name: string; value: string }[]
  subject: string
  tags: Record<string, string>
  configurationSet: string
}

export type MailEvent = { eventType: string; [detail: string]: unknown }

/** CloudFormation's names of the event types, by the name that the event itself carries. */
export const typeInTemplate: Record<string, string> = {
  Send: 'send',
  Delivery: 'delivery',
  Bounce: 'bounce',
  Complaint: 'complaint',
  Reject: 'reject',
}

/**
 * The events that a message to `recipient` brings about. Local parts play the mailbox simulator's parts
 * (https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html): `bounce`, `complaint`, also
 * with a label (`bounce+anna@…`); everybody else receives what is sent.
 */
export function eventsFor(recipient: string, facts: MailFacts): MailEvent[] {
  const mail = describe(facts)
  const send = { eventType: 'Send', mail, send: {} }
  const delivery = {
    eventType: 'Delivery',
    mail,
    delivery: {
      timestamp: facts.timestamp,
      processingTimeMillis: 100,
      recipients: [recipient],
      smtpResponse: '250 2.0.0 OK',
      reportingMTA: 'local.invalid',
    },
  }
  switch (recipient.split(/[@+]/)[0]!.toLowerCase()) {
    case 'bounce':
      return [send, { eventType: 'Bounce', mail, bounce: bounceOf(recipient, facts) }]
    case 'complaint':
      return [send, delivery, { eventType: 'Complaint', mail, complaint: complaintOf(recipient, facts) }]
    default:
      return [send, delivery]
  }
}

function bounceOf(recipient: string, { timestamp, messageId }: MailFacts): object {
  return {
    feedbackId: `feedback-${messageId}`,
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: recipient,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp,
    reportingMTA: 'dns; local.invalid',
  }
}

function complaintOf(recipient: string, { timestamp, messageId }: MailFacts): object {
  return {
    feedbackId: `feedback-${messageId}`,
    complaintSubType: null,
    complainedRecipients: [{ emailAddress: recipient }],
    timestamp,
    complaintFeedbackType: 'abuse',
    arrivalDate: timestamp,
  }
}

function describe(facts: MailFacts): object {
  return {
    timestamp: facts.timestamp,
    source: facts.source,
    sendingAccountId: '000000000000',
    messageId: facts.messageId,
    destination: facts.destination,
    headersTruncated: false,
    headers: facts.headers,
    commonHeaders: {
      from: [facts.source],
      to: facts.destination,
      messageId: facts.messageId,
      subject: facts.subject,
    },
    tags: {
      'ses:configuration-set': [facts.configurationSet],
      'ses:operation': ['SendRawEmail'],
      ...Object.fromEntries(Object.entries(facts.tags).map(([name, value]) => [name, [value]])),
    },
  }
}
