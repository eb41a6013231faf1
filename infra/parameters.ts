import { CfnParameter } from 'aws-cdk-lib/core'
import type { Stack } from 'aws-cdk-lib/core'

/** What differs between two deployments of the same template. Every value is a deploy-time token. */
export type Parameters = {
  /** Origin of the app host, such as `https://app.example.com`, without a slash at its end. */
  appUrl: string
  /** Origin of the waitlist host. */
  waitlistUrl: string
  /** A certificate of both hosts, in us-east-1 as CloudFront wants it; empty until there is one. */
  certificateArn: string
  /** The one host that calendars may be read from over plain http; empty for none. */
  feedHttpHosts: string
  /** The address that all mail leaves from; its domain is what SES verifies. */
  mailFrom: string
  /** Messages a second that SES allows this account; 14 is what it grants on leaving the sandbox. */
  mailRatePerSecond: string
  /** Where the help page's mail button writes to. */
  supportEmail: string
}

const origin = '^https?://[^/\\s]+$'
const address = '^[^@\\s<>]+@[^@\\s<>]+$'

/**
 * Declares the template's parameters. They stand at the stack itself, so that their names carry no prefix.
 */
export function declareParameters(stack: Stack): Parameters {
  const parameter = (
    name: string,
    description: string,
    rule: { default?: string; allowedPattern?: string },
  ) => new CfnParameter(stack, name, { type: 'String', description, ...rule }).valueAsString

  return {
    appUrl: parameter('AppUrl', 'Origin of the app host, without a slash at its end', {
      allowedPattern: origin,
    }),
    waitlistUrl: parameter('WaitlistUrl', 'Origin of the waitlist host, without a slash at its end', {
      allowedPattern: origin,
    }),
    certificateArn: parameter('CertificateArn', 'Certificate of both hosts; empty until there is one', {
      default: '',
      allowedPattern: '^(arn:aws[a-z-]*:acm:us-east-1:[0-9]+:certificate/.+)?$',
    }),
    feedHttpHosts: parameter(
      'FeedHttpHosts',
      'Hosts, with commas between, whose calendars may be read over http; empty for none',
      {
        default: '',
      },
    ),
    mailFrom: parameter('MailFrom', 'Address that mail leaves from', { allowedPattern: address }),
    mailRatePerSecond: parameter('MailRatePerSecond', 'Mails a second that SES allows this account', {
      default: '14',
      allowedPattern: '^[1-9][0-9]*$',
    }),
    supportEmail: parameter('SupportEmail', 'Address of the support, shown on the help page', {
      default: 'support@example.com',
      allowedPattern: address,
    }),
  }
}
