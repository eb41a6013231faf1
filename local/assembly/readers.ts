import * as z from 'zod'
import { readFunction, readMapping } from './functions.ts'
import { readPermission, readTopicPolicy } from './grants.ts'
import { displayName } from './names.ts'
import { properties } from './reading.ts'
import type { Reading } from './reading.ts'
import { readPolicy, readRole } from './roles.ts'
import { readRoute } from './routes.ts'
import { readSiteResource } from './site.ts'

/** One reader for each resource type that the embedded stack runs. */
export const readers: Record<string, (reading: Reading) => void> = {
  'AWS::Lambda::Function': readFunction,
  'AWS::Lambda::EventSourceMapping': readMapping,
  'AWS::Lambda::Permission': readPermission,
  'AWS::IAM::Role': readRole,
  'AWS::IAM::Policy': readPolicy,
  'AWS::IAM::ManagedPolicy': readPolicy,
  'AWS::ApiGatewayV2::Route': readRoute,
  'AWS::SQS::Queue': readQueue,
  'AWS::SNS::Topic': readTopic,
  'AWS::SNS::TopicPolicy': readTopicPolicy,
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
