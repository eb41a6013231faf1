import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readAssembly } from '../../local/assembly/read.ts'
import { StartupError } from '../../local/startup-error.ts'
import { smallTemplate, writeAssembly } from './small-stack.ts'
import type { SmallTemplate } from './small-stack.ts'

const parameters = { AppUrl: 'http://localhost:3000', MailFrom: 'hello@waitlist.example' }

function read(template: SmallTemplate, given: Record<string, string> = parameters) {
  const directory = writeAssembly(template)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return readAssembly(directory, given, 'http://127.0.0.1:3000')
}

/** The small template with one more resource. */
function withResource(Type: string, Properties: object): SmallTemplate {
  const template = smallTemplate()
  return { ...template, Resources: { ...template.Resources, Extra: { Type, Properties } } }
}

test('intrinsics are evaluated as at deployment', () => {
  const template = smallTemplate()
  const outputs = {
    Joined: { Value: { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }]] } },
    Substituted: {
      Value: { 'Fn::Sub': ['${Url}/x/${Table}/${WorkQueue.Arn}/${!kept}', { Url: { Ref: 'AppUrl' } }] },
    },
    Queue: { Value: { Ref: 'WorkQueue' } },
    Chosen: { Value: { 'Fn::If': ['Never', 'yes', 'no'] } },
    Mapped: { Value: { 'Fn::FindInMap': ['Facts', { Ref: 'AWS::Region' }, 'name'] } },
  }
  const conditions = { Never: { 'Fn::Equals': [{ Ref: 'AppUrl' }, ''] } }
  const mappings = { Facts: { 'us-east-1': { name: 'Virginia' } } }
  const extended = { ...template, Outputs: outputs, Conditions: conditions, Mappings: mappings }
  expect(read(extended).outputs).toEqual({
    Joined: 'a-us-east-1',
    Substituted: 'http://localhost:3000/x/Table/arn:aws:sqs:us-east-1:000000000000:WorkQueue/${kept}',
    Queue: 'http://127.0.0.1:3000/000000000000/WorkQueue',
    Chosen: 'no',
    Mapped: 'Virginia',
  })
})

test('a resource type that cannot run is named with its logical id', () => {
  expect(() => read(withResource('AWS::EC2::Instance', {}))).toThrow(StartupError)
  expect(() => read(withResource('AWS::EC2::Instance', {}))).toThrow(/Extra of type AWS::EC2::Instance/)
})

test('an unknown intrinsic, reference or missing parameter stops the start', () => {
  expect(() => read(withResource('AWS::SQS::Queue', { QueueName: { 'Fn::Base64': 'x' } }))).toThrow(
    /Fn::Base64/,
  )
  expect(() => read(withResource('AWS::SNS::Subscription', { TopicArn: { Ref: 'Nobody' } }))).toThrow(
    /Nobody/,
  )
  expect(() => read(smallTemplate(), { AppUrl: 'x' })).toThrow(/parameter MailFrom/)
})

test('properties that would change behaviour and are not played are refused, not ignored', () => {
  const filtered = withResource('AWS::SNS::Subscription', {
    TopicArn: { Ref: 'Topic' },
    Protocol: 'lambda',
    Endpoint: 'x',
    FilterPolicy: { kind: ['a'] },
  })
  expect(() => read(filtered)).toThrow(/Extra \(AWS::SNS::Subscription\) is not understood/)
  expect(() => read(withResource('AWS::SQS::Queue', { FifoQueue: true }))).toThrow(/Extra/)
})

test.each(['EchoForApi', 'ConsumerForTopic', 'TopicForMail'])(
  'a service that would not be let in stops the start: %s is missing',
  (missing) => {
    const { [missing]: _, ...Resources } = smallTemplate().Resources
    expect(() => read({ ...smallTemplate(), Resources })).toThrow(/The template does not let \w/)
  },
)

test('leave for one source is no leave for another', () => {
  const template = smallTemplate()
  Object.assign(template.Resources['ConsumerForTopic']!.Properties!, {
    SourceArn: 'arn:aws:sns:us-east-1:0:Other',
  })
  expect(() => read(template)).toThrow(/sns\.amazonaws\.com do lambda:InvokeFunction/)
})

test('resources are known by the names of their constructs', () => {
  const { functions, queues, machines, schedules } = read(smallTemplate())
  expect(functions.map(({ name }) => name)).toEqual(['actor', 'echo', 'consumer', 'task'])
  expect(queues.map(({ name }) => name)).toEqual(['work-queue', 'work-dlq', 'spare-queue'])
  expect(machines.map(({ name }) => name)).toEqual(['announce'])
  expect(schedules.map(({ name }) => name)).toEqual(['often', 'daily'])
})

test('the distribution’s paths, headers and files make up the site', () => {
  const template = smallTemplate()
  const resources = {
    Site: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Origins: [
            { Id: 'o1', DomainName: { 'Fn::GetAtt': ['Logos', 'RegionalDomainName'] } },
            {
              Id: 'o2',
              DomainName: 'api.example',
              OriginCustomHeaders: [{ HeaderName: 'X-Origin', HeaderValue: 'secret' }],
            },
          ],
          CacheBehaviors: [{ PathPattern: '/logos/*', TargetOriginId: 'o1' }],
        },
      },
    },
    Logos: { Type: 'AWS::S3::Bucket' },
    Headers: {
      Type: 'AWS::CloudFront::ResponseHeadersPolicy',
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'self'", Override: true },
            StrictTransportSecurity: { AccessControlMaxAgeSec: 1, Override: true },
            FrameOptions: { FrameOption: 'DENY', Override: true },
          },
        },
      },
    },
  }
  const assembly = read({ ...template, Resources: { ...resources, ...template.Resources } })
  expect(assembly.bucketPaths).toEqual([{ prefix: '/logos/', bucket: 'logos' }])
  expect(assembly.originHeaders).toEqual({ 'x-origin': 'secret' })
  expect(assembly.securityHeaders).toEqual({
    'content-security-policy': "default-src 'self'",
    'x-frame-options': 'DENY',
  })
})
