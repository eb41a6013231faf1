import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Statement } from '../iam/policy.ts'
import { StartupError } from '../startup-error.ts'
import type { Resolver } from './intrinsics.ts'
import type { Assembly, JwtAuthorizer } from './model.ts'
import { displayName } from './names.ts'
import { assetDirectory, readSiteResource } from './site.ts'
import type { Resource, Template } from './template.ts'

/** Everything that a reader may look at while it adds its resource to `assembly`. */
export type Reading = {
  logicalId: string
  resource: Resource
  template: Template
  resolver: Resolver
  directory: string
  assembly: Assembly
}

/** One reader for each resource type that the embedded stack runs. */
export const readers: Record<string, (reading: Reading) => void> = {
  'AWS::Lambda::Function': readFunction,
  'AWS::Lambda::EventSourceMapping': readMapping,
  'AWS::IAM::Role': readRole,
  'AWS::IAM::Policy': readPolicy,
  'AWS::IAM::ManagedPolicy': readPolicy,
  'AWS::ApiGatewayV2::Route': readRoute,
  'AWS::SQS::Queue': readQueue,
  'AWS::SNS::Topic': readTopic,
  'AWS::SNS::Subscription': readSubscription,
  'AWS::Scheduler::Schedule': readSchedule,
  'AWS::StepFunctions::StateMachine': readMachine,
  'AWS::DynamoDB::GlobalTable': readTable,
  'AWS::DynamoDB::Table': readTable,
  'AWS::S3::Bucket': readBucket,
  'AWS::Cognito::UserPool': readPool,
  'AWS::SES::ConfigurationSetEventDestination': readEventDestination,
  'AWS::SES::EmailIdentity': readMailIdentity,
  'AWS::CloudFront::Distribution': readSiteResource,
  'AWS::CloudFront::ResponseHeadersPolicy': readSiteResource,
  'Custom::CDKBucketDeployment': readSiteResource,
}

function properties<Shape>({ resource, resolver }: Reading, shape: z.ZodType<Shape>): Shape {
  return shape.parse(resolver.resolve(resource.Properties))
}

function readFunction(reading: Reading): void {
  const { logicalId, resource, resolver, directory, assembly } = reading
  if (servesDeployment(reading)) return
  const given = properties(
    reading,
    z.object({
      Code: z.object({ S3Key: z.string() }),
      Handler: z.string(),
      Timeout: z.number().default(3),
      MemorySize: z.number().default(128),
      Role: z.string(),
      DeadLetterConfig: z.object({ TargetArn: z.string() }).optional(),
      Environment: z.object({ Variables: z.record(z.string(), z.string()) }).optional(),
    }),
  )
  const [file, exportName] = given.Handler.split('.')
  const folder = assetDirectory(directory, given.Code.S3Key)
  const entry = ['.mjs', '.js'].map((ending) => join(folder, file + ending)).find((path) => existsSync(path))
  if (!entry || !exportName) throw new StartupError(`Function ${logicalId}: no ${file}.mjs in ${folder}.`)
  assembly.functions.push({
    name: displayName(logicalId, resource),
    logicalId,
    arn: resolver.identity(logicalId).arn,
    entry,
    exportName,
    environment: given.Environment?.Variables ?? {},
    timeoutSeconds: given.Timeout,
    memoryMb: given.MemorySize,
    roleArn: given.Role,
    ...(given.DeadLetterConfig && { deadLetterArn: given.DeadLetterConfig.TargetArn }),
  })
}

/** Functions behind CDK's own custom resources work only at deployment. */
function servesDeployment({ logicalId, template }: Reading): boolean {
  return Object.values(template.Resources).some(
    ({ Type, Properties }) =>
      Type.startsWith('Custom::') &&
      JSON.stringify(Properties['ServiceToken'] ?? '').includes(`"${logicalId}"`),
  )
}

function readMapping(reading: Reading): void {
  const given = properties(
    reading,
    z.object({
      EventSourceArn: z.string(),
      FunctionName: z.string(),
      BatchSize: z.number().default(10),
      MaximumBatchingWindowInSeconds: z.number().default(0),
      FunctionResponseTypes: z.array(z.string()).default([]),
      ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
      FilterCriteria: z.never().optional(),
    }),
  )
  const functions = Object.entries(reading.template.Resources).flatMap(([logicalId, { Type }]) =>
    Type === 'AWS::Lambda::Function' ? [reading.resolver.identity(logicalId)] : [],
  )
  const target = functions.find(({ arn, name }) => given.FunctionName === arn || given.FunctionName === name)
  if (!target)
    throw new StartupError(`${reading.logicalId} feeds ${given.FunctionName}, which is not in the stack.`)
  reading.assembly.mappings.push({
    queueArn: given.EventSourceArn,
    functionArn: target.arn,
    batchSize: given.BatchSize,
    windowSeconds: given.MaximumBatchingWindowInSeconds,
    partialResponses: given.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    ...(given.ScalingConfig && { maxConcurrency: given.ScalingConfig.MaximumConcurrency }),
  })
}

const PolicyDocument = z.object({ Statement: z.array(Statement) })

function grant(assembly: Assembly, roleArn: string, statements: Statement[]): void {
  assembly.roles.set(roleArn, [...(assembly.roles.get(roleArn) ?? []), ...statements])
}

function readRole(reading: Reading): void {
  const given = properties(reading, z.object({ Policies: z.array(z.object({ PolicyDocument })).default([]) }))
  const statements = given.Policies.flatMap((policy) => policy.PolicyDocument.Statement)
  grant(reading.assembly, reading.resolver.identity(reading.logicalId).arn, statements)
}

function readPolicy(reading: Reading): void {
  const given = properties(reading, z.object({ PolicyDocument, Roles: z.array(z.string()).default([]) }))
  for (const [logicalId, { Type }] of Object.entries(reading.template.Resources)) {
    if (Type !== 'AWS::IAM::Role') continue
    const role = reading.resolver.identity(logicalId)
    if (given.Roles.includes(role.ref)) grant(reading.assembly, role.arn, given.PolicyDocument.Statement)
  }
}

function readRoute(reading: Reading): void {
  const { template, resolver, assembly } = reading
  const given = properties(
    reading,
    z.object({
      RouteKey: z.string(),
      Target: z.string(),
      AuthorizationType: z.enum(['NONE', 'JWT']).default('NONE'),
      AuthorizerId: z.string().optional(),
    }),
  )
  const byReference = (type: string, reference: string | undefined): Record<string, unknown> => {
    const found = Object.entries(template.Resources).find(
      ([logicalId, { Type }]) => Type === type && resolver.identity(logicalId).ref === reference,
    )
    if (!found) throw new StartupError(`Route ${given.RouteKey} names no ${type}.`)
    return resolver.resolve(found[1].Properties) as Record<string, unknown>
  }
  const integration = byReference('AWS::ApiGatewayV2::Integration', given.Target.replace('integrations/', ''))
  const [method, path] = given.RouteKey === '$default' ? ['ANY', '/{proxy+}'] : given.RouteKey.split(' ')
  assembly.routes.push({
    key: given.RouteKey,
    method: method!,
    path: path!,
    functionArn: functionArnIn(String(integration['IntegrationUri'])),
    ...(given.AuthorizationType === 'JWT' && {
      authorizer: readAuthorizer(byReference('AWS::ApiGatewayV2::Authorizer', given.AuthorizerId)),
    }),
  })
}

function readAuthorizer(given: Record<string, unknown>): JwtAuthorizer {
  const shape = z.object({
    AuthorizerType: z.literal('JWT'),
    JwtConfiguration: z.object({ Audience: z.array(z.string()), Issuer: z.string() }),
  })
  const { JwtConfiguration } = shape.parse(given)
  return { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience }
}

/** An integration may name the function by its ARN or by API Gateway's invocation path around it. */
function functionArnIn(uri: string): string {
  return /arn:aws:lambda:[^/]+:function:[^/:]+/.exec(uri)?.[0] ?? uri
}

function readQueue(reading: Reading): void {
  const { logicalId, resource, resolver, assembly } = reading
  const given = properties(
    reading,
    z.object({
      VisibilityTimeout: z.number().default(30),
      DelaySeconds: z.number().default(0),
      MessageRetentionPeriod: z.number().default(345_600),
      FifoQueue: z.literal(false).optional(),
      RedrivePolicy: z
        .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() })
        .optional(),
    }),
  )
  const { name, arn, ref } = resolver.identity(logicalId)
  assembly.queues.push({
    name: displayName(logicalId, resource),
    physicalName: name,
    arn,
    url: ref,
    visibilityTimeoutSeconds: given.VisibilityTimeout,
    delaySeconds: given.DelaySeconds,
    retentionSeconds: given.MessageRetentionPeriod,
    ...(given.RedrivePolicy && {
      redrive: {
        deadLetterArn: given.RedrivePolicy.deadLetterTargetArn,
        maxReceiveCount: given.RedrivePolicy.maxReceiveCount,
      },
    }),
  })
}

function readTopic({ logicalId, resource, resolver, assembly }: Reading): void {
  assembly.topics.push({ name: displayName(logicalId, resource), arn: resolver.identity(logicalId).arn })
}

function readSubscription(reading: Reading): void {
  const given = properties(
    reading,
    z.object({
      TopicArn: z.string(),
      Protocol: z.literal('lambda'),
      Endpoint: z.string(),
      FilterPolicy: z.never().optional(),
    }),
  )
  reading.assembly.subscriptions.push({ topicArn: given.TopicArn, functionArn: given.Endpoint })
}

function readSchedule(reading: Reading): void {
  const given = properties(
    reading,
    z.object({
      Name: z.string().optional(),
      ScheduleExpression: z.string(),
      ScheduleExpressionTimezone: z.string().default('UTC'),
      State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
      Target: z.object({
        Arn: z.string(),
        RoleArn: z.string(),
        Input: z.string().optional(),
        RetryPolicy: z
          .object({
            // The service's own defaults: a day of age, 185 attempts.
            MaximumRetryAttempts: z.number().default(185),
            MaximumEventAgeInSeconds: z.number().default(86_400),
          })
          .default({ MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 }),
        DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
      }),
    }),
  )
  const { Target } = given
  reading.assembly.schedules.push({
    name: given.Name ?? displayName(reading.logicalId, reading.resource),
    expression: given.ScheduleExpression,
    timezone: given.ScheduleExpressionTimezone,
    enabled: given.State === 'ENABLED',
    target: {
      arn: Target.Arn,
      roleArn: Target.RoleArn,
      ...(Target.Input !== undefined && { input: Target.Input }),
      maxRetries: Target.RetryPolicy.MaximumRetryAttempts,
      maxEventAgeSeconds: Target.RetryPolicy.MaximumEventAgeInSeconds,
      ...(Target.DeadLetterConfig && { deadLetterArn: Target.DeadLetterConfig.Arn }),
    },
  })
}

function readMachine(reading: Reading): void {
  const given = properties(
    reading,
    z.object({
      DefinitionString: z.string(),
      RoleArn: z.string(),
      StateMachineType: z.literal('STANDARD').default('STANDARD'),
    }),
  )
  const { logicalId, resource, resolver, assembly } = reading
  assembly.machines.push({
    name: displayName(logicalId, resource),
    arn: resolver.identity(logicalId).arn,
    roleArn: given.RoleArn,
    definition: JSON.parse(given.DefinitionString),
  })
}

function readTable(reading: Reading): void {
  const given = properties(reading, z.record(z.string(), z.unknown()))
  reading.assembly.tables.push({ ...given, TableName: reading.resolver.identity(reading.logicalId).name })
}

function readBucket(reading: Reading): void {
  const { name } = reading.resolver.identity(reading.logicalId)
  reading.assembly.buckets.push({ name, properties: properties(reading, z.record(z.string(), z.unknown())) })
}

function readPool(reading: Reading): void {
  const { logicalId, template, resolver, assembly } = reading
  const given = properties(
    reading,
    z.looseObject({ LambdaConfig: z.record(z.string(), z.string()).default({}) }),
  )
  const { ref: id } = resolver.identity(logicalId)
  const clients = Object.entries(template.Resources).flatMap(([clientId, { Type, Properties }]) => {
    if (Type !== 'AWS::Cognito::UserPoolClient') return []
    const client = resolver.resolve(Properties) as Record<string, unknown>
    return client['UserPoolId'] === id ? [{ id: resolver.identity(clientId).ref, properties: client }] : []
  })
  assembly.pools.push({ id, properties: given, clients, triggers: given.LambdaConfig })
}

function readEventDestination(reading: Reading): void {
  const given = properties(
    reading,
    z.object({
      ConfigurationSetName: z.string(),
      EventDestination: z.object({
        Enabled: z.boolean().default(true),
        MatchingEventTypes: z.array(z.string()),
        // Destinations other than a topic (metrics) have nobody to tell here.
        SnsDestination: z.object({ TopicARN: z.string() }).optional(),
      }),
    }),
  )
  const { EventDestination } = given
  if (!EventDestination.Enabled || !EventDestination.SnsDestination) return
  reading.assembly.eventDestinations.push({
    configurationSet: given.ConfigurationSetName,
    topicArn: EventDestination.SnsDestination.TopicARN,
    eventTypes: EventDestination.MatchingEventTypes,
  })
}

function readMailIdentity({ logicalId, resolver, assembly }: Reading): void {
  assembly.mailIdentities.push(resolver.identity(logicalId).name)
}
