import type { Assembly } from './assembly/model.ts'

/** Everything that follows from the port. */
export type Addresses = {
  /** Where a visitor finds the app. */
  url: string
  /** Where AWS calls go: numeric, so that SDKs put bucket names into the path instead of the host. */
  endpoint: string
  /** Both origins under which a browser may call the embedded services. */
  origins: string[]
  /** Values for the template's parameters. */
  parameters: Record<string, string>
}

const supportEmail = 'support@waitlist.example'

export function addressesFor(port: number): Addresses {
  const url = `http://localhost:${port}`
  const endpoint = `http://127.0.0.1:${port}`
  return {
    url,
    endpoint,
    origins: [url, endpoint],
    parameters: {
      AppUrl: url,
      WaitlistUrl: `http://waitlist.localhost:${port}`,
      FeedHttpHosts: `127.0.0.1:${port},localhost:${port}`,
      MailFrom: 'hello@waitlist.example',
      SupportEmail: supportEmail,
    },
  }
}

/** What the deployment writes to `/config.json`, with the addresses of this machine. */
export function siteConfigOf(assembly: Assembly, addresses: Addresses): object {
  const pool = assembly.pools[0]
  return {
    userPoolId: pool?.id,
    userPoolClientId: pool?.clients[0]?.id,
    userPoolEndpoint: `${addresses.url}/`,
    appUrl: addresses.url,
    waitlistUrl: addresses.parameters['WaitlistUrl'],
    supportEmail,
  }
}
