import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach } from 'vitest'
import { bootStack } from '../../local/stack.ts'
import type { Stack } from '../../local/stack.ts'
import type { StackOptions } from '../../local/stack-options.ts'

/**
 * A synthesized stack in miniature, as CDK writes it: enough of everything to try the embedded services on,
 * independent of the product's own template.
 */

type Resource = { Type: string; Properties?: object; Metadata?: object }
export type SmallTemplate = { Resources: Record<string, Resource>; Parameters?: object; Outputs?: object }

const root = join(import.meta.dirname, '../..')
const ref = (name: string) => ({ Ref: name })
const arn = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] })
const named = (id: string) => ({ 'aws:cdk:path': `Small/${id}/Resource` })

const allow = (Action: string | string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource })

const role = (statements: object[]): Resource => ({
  Type: 'AWS::IAM::Role',
  Properties: { Policies: [{ PolicyDocument: { Statement: statements } }] },
})

export function smallTemplate(): SmallTemplate {
  const lambda = (key: string, roleId: string, extra: object = {}): Resource => ({
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: `${key}.zip` },
      Handler: 'index.handler',
      Timeout: 2,
      MemorySize: 256,
      Role: arn(roleId),
      ...extra,
    },
    Metadata: named(key),
  })
  const queue = (id: string, properties: object): Resource => ({
    Type: 'AWS::SQS::Queue',
    Properties: properties,
    Metadata: named(id),
  })
  return {
    Parameters: { AppUrl: { Type: 'String' }, MailFrom: { Type: 'String' } },
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: {
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          BillingMode: 'PAY_PER_REQUEST',
        },
      },
      Actor: lambda('actor', 'ActorRole', { Environment: { Variables: { TABLE_NAME: ref('Table') } } }),
      ActorRole: role([
        allow('dynamodb:PutItem', arn('Table')),
        allow(['sqs:SendMessage'], arn('WorkQueue')),
        allow('states:StartExecution', ref('Machine')),
        allow('ses:SendRawEmail', {
          'Fn::Sub': 'arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:identity/waitlist.example',
        }),
        allow('ses:SendRawEmail', {
          'Fn::Join': ['', ['arn:aws:ses:us-east-1:000000000000:configuration-set/', ref('MailSet')]],
        }),
        allow('sns:Publish', '*'),
      ]),
      Echo: lambda('echo', 'EchoRole'),
      EchoRole: role([]),
      Consumer: lambda('consumer', 'ConsumerRole', { DeadLetterConfig: { TargetArn: arn('SpareQueue') } }),
      ConsumerRole: role([
        allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], arn('WorkQueue')),
        allow('sqs:SendMessage', arn('SpareQueue')),
      ]),
      Task: lambda('task', 'EchoRole'),
      WorkQueue: queue('WorkQueue', {
        VisibilityTimeout: 30,
        RedrivePolicy: { deadLetterTargetArn: arn('WorkDlq'), maxReceiveCount: 2 },
      }),
      WorkDlq: queue('WorkDlq', {}),
      SpareQueue: queue('SpareQueue', {}),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          BatchSize: 10,
          EventSourceArn: arn('WorkQueue'),
          FunctionName: ref('Consumer'),
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
      Api: { Type: 'AWS::ApiGatewayV2::Api' },
      Integration: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: { IntegrationUri: arn('Echo'), PayloadFormatVersion: '2.0' },
      },
      EchoForApi: permission('Echo', 'apigateway.amazonaws.com', {
        'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/*',
      }),
      ConsumerForTopic: permission('Consumer', 'sns.amazonaws.com', ref('Topic')),
      TopicForMail: {
        Type: 'AWS::SNS::TopicPolicy',
        Properties: {
          Topics: [ref('Topic')],
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: 'sns:Publish',
                Principal: { Service: 'ses.amazonaws.com' },
                Resource: '*',
              },
            ],
          },
        },
      },
      ...routes({
        Thing: 'GET /api/things/{id}',
        Special: 'GET /api/things/special',
        Make: 'POST /api/things',
        Deep: 'ANY /api/deep/{rest+}',
      }),
      Topic: { Type: 'AWS::SNS::Topic', Metadata: named('MailEvents') },
      Subscription: {
        Type: 'AWS::SNS::Subscription',
        Properties: { TopicArn: ref('Topic'), Protocol: 'lambda', Endpoint: arn('Consumer') },
      },
      Sender: {
        Type: 'AWS::SES::EmailIdentity',
        Properties: { EmailIdentity: { 'Fn::Select': [1, { 'Fn::Split': ['@', ref('MailFrom')] }] } },
      },
      MailSet: { Type: 'AWS::SES::ConfigurationSet' },
      MailSetEvents: {
        Type: 'AWS::SES::ConfigurationSetEventDestination',
        Properties: {
          ConfigurationSetName: ref('MailSet'),
          EventDestination: {
            MatchingEventTypes: ['delivery', 'bounce', 'complaint'],
            SnsDestination: { TopicARN: ref('Topic') },
          },
        },
      },
      Often: {
        Type: 'AWS::Scheduler::Schedule',
        Properties: {
          Name: 'often',
          ScheduleExpression: 'rate(15 minutes)',
          Target: { Arn: arn('Actor'), RoleArn: arn('MachineRole'), Input: '{"do":"say","text":"often"}' },
        },
      },
      Daily: {
        Type: 'AWS::Scheduler::Schedule',
        Properties: {
          Name: 'daily',
          ScheduleExpression: 'cron(40 6 * * ? *)',
          Target: { Arn: arn('Actor'), RoleArn: arn('MachineRole'), Input: '{"do":"say","text":"daily"}' },
        },
      },
      MachineRole: role([allow('lambda:InvokeFunction', [arn('Task'), arn('Actor')])]),
      Machine: {
        Type: 'AWS::StepFunctions::StateMachine',
        Properties: { RoleArn: arn('MachineRole'), DefinitionString: definition },
        Metadata: named('Announce'),
      },
    },
    Outputs: {
      WorkQueueUrl: { Value: ref('WorkQueue') },
      SpareQueueUrl: { Value: ref('SpareQueue') },
      MachineArn: { Value: ref('Machine') },
      MailSetName: { Value: ref('MailSet') },
    },
  }
}

function permission(functionId: string, Principal: string, SourceArn: unknown): Resource {
  return {
    Type: 'AWS::Lambda::Permission',
    Properties: { Action: 'lambda:InvokeFunction', FunctionName: arn(functionId), Principal, SourceArn },
  }
}

function routes(keys: Record<string, string>): Record<string, Resource> {
  const Target = { 'Fn::Join': ['', ['integrations/', ref('Integration')]] }
  return Object.fromEntries(
    Object.entries(keys).map(([name, RouteKey]) => [
      `${name}Route`,
      {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: { ApiId: ref('Api'), RouteKey, Target, AuthorizationType: 'NONE' },
      },
    ]),
  )
}

/** Groups of guests, each after its delay; a page at a time; a group that cannot be told is caught. */
const machine = {
  StartAt: 'Groups',
  States: {
    Groups: {
      Type: 'Map',
      ItemsPath: '$.groups',
      ItemSelector: {
        'name.$': '$$.Map.Item.Value.name',
        'delay.$': '$$.Map.Item.Value.delay',
        'failures.$': '$$.Map.Item.Value.failures',
        'pages.$': '$.pages',
      },
      MaxConcurrency: 2,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'Delay',
        States: {
          Delay: { Type: 'Wait', SecondsPath: '$.delay', Next: 'Tell' },
          Tell: {
            Type: 'Task',
            Resource: 'TASK_ARN',
            ResultPath: '$.result',
            Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 5, MaxAttempts: 2, BackoffRate: 2 }],
            Catch: [{ ErrorEquals: ['TypeError'], Next: 'Given up', ResultPath: '$.problem' }],
            Next: 'More?',
          },
          'More?': {
            Type: 'Choice',
            Choices: [{ Variable: '$.result.cursor', IsPresent: true, Next: 'Next page' }],
            Default: 'Done',
          },
          'Next page': {
            Type: 'Pass',
            Parameters: { 'name.$': '$.name', 'pages.$': '$.result.cursor' },
            Next: 'Tell',
          },
          Done: { Type: 'Succeed', OutputPath: '$.result' },
          'Given up': { Type: 'Pass', Parameters: { 'gaveUp.$': '$.problem.Error' }, End: true },
        },
      },
      End: true,
    },
  },
}
const [before, after] = JSON.stringify(machine).split('TASK_ARN')
const definition = { 'Fn::Join': ['', [before, arn('Task'), after]] }

/** Writes `template` and the fixture's functions as `cdk synth` would; returns the directory. */
export function writeAssembly(template: SmallTemplate = smallTemplate()): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const directory = mkdtempSync(join(root, '.cache/small-stack-'))
  for (const key of ['actor', 'consumer', 'echo', 'task']) {
    const source = pathToFileURL(join(import.meta.dirname, `fixture/${key}.mjs`))
    mkdirSync(join(directory, `asset.${key}`))
    writeFileSync(join(directory, `asset.${key}/index.mjs`), `export { handler } from '${source.href}'\n`)
  }
  mkdirSync(join(directory, 'asset.site/assets'), { recursive: true })
  writeFileSync(join(directory, 'asset.site/index.html'), '<!doctype html><title>Small</title>')
  writeFileSync(join(directory, 'asset.site/assets/app.js'), 'export {}')
  const artifacts = {
    Small: { type: 'aws:cloudformation:stack', properties: { templateFile: 'small.template.json' } },
  }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }))
  writeFileSync(join(directory, 'small.template.json'), JSON.stringify(template))
  return directory
}

const cleanups: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A directory for data, removed after the test. */
export function dataDirectory(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const directory = mkdtempSync(join(root, '.cache/small-data-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Boots the small stack; it is closed after the test. */
export async function bootSmallStack(
  options: Partial<StackOptions> & { template?: SmallTemplate } = {},
): Promise<Stack> {
  const { template, ...rest } = options
  const assembly = writeAssembly(template)
  cleanups.push(() => rmSync(assembly, { recursive: true, force: true }))
  const stack = await bootStack({ assembly, startAt: '2030-01-01T00:00:00Z', ...rest })
  cleanups.push(() => stack.close())
  return stack
}

/** What functions printed, a line each, in order. */
export function printed(stack: Stack): string[] {
  return stack.logs.map(({ text }) => text.trimEnd()).filter((text) => !text.startsWith('invocation failed'))
}
