import { randomBytes } from 'node:crypto'

/** Who holds an access key: one worker of one function, or the person at the keyboard. */
export type Holder = { functionName: string; roleArn: string; terminate(): void } | 'operator'

export type AccessKey = { accessKeyId: string; secretAccessKey: string }

/** Keys that the embedded services accept; each worker is given its own, as AWS gives each sandbox one. */
export type Credentials = {
  issue(logicalId: string, holder: Holder): AccessKey
  holder(accessKeyId: string): Holder | undefined
  secret(accessKeyId: string): string | undefined
}

/** The account's administrator on this machine: tests and scripts sign with it. Known to all, worth nothing. */
export const operatorKey: AccessKey = { accessKeyId: 'LOCALOPERATOR', secretAccessKey: 'local' }

export function createCredentials(): Credentials {
  const keys = new Map<string, { secret: string; holder: Holder }>([
    [operatorKey.accessKeyId, { secret: operatorKey.secretAccessKey, holder: 'operator' }],
  ])
  return {
    issue(logicalId, holder) {
      const accessKeyId = `LOCAL${logicalId.toUpperCase()}${keys.size}`
      const secretAccessKey = randomBytes(20).toString('hex')
      keys.set(accessKeyId, { secret: secretAccessKey, holder })
      return { accessKeyId, secretAccessKey }
    },
    holder: (accessKeyId) => keys.get(accessKeyId)?.holder,
    secret: (accessKeyId) => keys.get(accessKeyId)?.secret,
  }
}
