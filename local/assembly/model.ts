import type { Statement } from '../iam/policy.ts'

/** What one synthesized stack consists of, in plain values: every intrinsic is already resolved. */
export type Assembly = {
  functions: FunctionDefinition[]
  /** Statements of each role's own and attached policies, by role ARN. */
  roles: Map<string, Statement[]>
  /** What resources let other services do with them. */
  grants: Grant[]
  routes: Route[]
  queues: QueueDefinition[]
  mappings: MappingDefinition[]
  topics: { name: string; arn: string }[]
  subscriptions: { topicArn: string; functionArn: string }[]
  schedules: ScheduleDefinition[]
  machines: MachineDefinition[]
  /** CloudFormation properties of each table, with its name. */
  tables: ({ TableName: string } & Record<string, unknown>)[]
  buckets: { name: string; properties: Record<string, unknown> }[]
  pools: PoolDefinition[]
  eventDestinations: { configurationSet: string; topicArn: string; eventTypes: string[] }[]
  /** Verified sender identities: addresses and domains. */
  mailIdentities: string[]
  /** Paths that the distribution answers from a bucket, the site itself aside. */
  bucketPaths: { prefix: string; bucket: string }[]
  /** What the distribution adds to every answer but the API's. */
  securityHeaders: Record<string, string>
  /** Headers that CloudFront adds to what it passes on to the API. */
  originHeaders: Record<string, string>
  siteBucket: { directories: string[] }
  outputs: Record<string, string>
}

export type FunctionDefinition = {
  /** The name people use: `check-calendars`. */
  name: string
  logicalId: string
  arn: string
  /** Absolute path of the bundle. */
  entry: string
  exportName: string
  environment: Record<string, string>
  timeoutSeconds: number
  memoryMb: number
  roleArn: string
  /** Where events go that failed every asynchronous attempt. */
  deadLetterArn?: string
}

export type JwtAuthorizer = { issuer: string; audience: string[] }

export type Route = {
  /** As API Gateway writes it: `GET /api/properties/{id}`. */
  key: string
  method: string
  path: string
  apiId: string
  functionArn: string
  authorizer?: JwtAuthorizer
}

export type QueueDefinition = {
  name: string
  physicalName: string
  arn: string
  url: string
  visibilityTimeoutSeconds: number
  delaySeconds: number
  retentionSeconds: number
  redrive?: { deadLetterArn: string; maxReceiveCount: number }
}

export type MappingDefinition = {
  queueArn: string
  functionArn: string
  batchSize: number
  windowSeconds: number
  partialResponses: boolean
  maxConcurrency?: number
}

export type ScheduleDefinition = {
  name: string
  expression: string
  timezone: string
  enabled: boolean
  target: {
    arn: string
    roleArn: string
    input?: string
    maxRetries: number
    maxEventAgeSeconds: number
    deadLetterArn?: string
  }
}

export type MachineDefinition = {
  name: string
  arn: string
  roleArn: string
  definition: unknown
}

export type PoolDefinition = {
  id: string
  properties: Record<string, unknown>
  clients: { id: string; properties: Record<string, unknown> }[]
  /** Function ARN by trigger name (`CustomMessage`, `PostConfirmation`). */
  triggers: Record<string, string>
}

/** Leave that a resource gives to a service: a function to be invoked, a topic to be published to. */
export type Grant = {
  /** The service's name, such as `sns.amazonaws.com`. */
  principal: string
  action: string
  resource: string
  /** Pattern of the ARN on whose behalf the service may come; any without it. */
  source?: string
}
