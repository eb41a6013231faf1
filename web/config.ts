/** What a stage says about itself: served as /config.json, so that one bundle fits every stage. */
export interface Config {
  userPoolId: string
  userPoolClientId: string
  /** Only where the user pool is not at its regular address, as on one's own machine. */
  userPoolEndpoint?: string
  /** Origin of the app host: managers, help, landing page. */
  appUrl: string
  /** Origin of the waitlist host: companies and guests. */
  waitlistUrl: string
  supportEmail: string
}

let pending: Promise<Config> | undefined

/** The stage's configuration, fetched once a visit; a failed fetch is tried again by the next caller. */
export function readConfig(): Promise<Config> {
  pending ??= fetch('/config.json')
    .then((response) => {
      if (!response.ok) throw new Error(`config.json answered ${response.status}`)
      return response.json() as Promise<Config>
    })
    .catch((fault: unknown) => {
      pending = undefined
      throw fault
    })
  return pending
}

/** True on the host whose home page is the company directory. */
export function isWaitlistHost(config: Config): boolean {
  return config.waitlistUrl !== config.appUrl && location.host === new URL(config.waitlistUrl).host
}
