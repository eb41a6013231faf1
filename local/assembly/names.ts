import { createHash } from 'node:crypto'
import type { Resource } from './template.ts'

export const region = 'us-east-1'
export const account = '000000000000'

/** Path segments that CDK and our own constructs append below the construct a reader knows by name. */
const innerSegments = new Set(['Resource', 'Default', 'Function'])

/**
 * The name that people and tests use for a resource: its construct's id in kebab-case (`CheckQueue` is
 * `check-queue`), taken from CDK's path, or from the logical id where paths are switched off.
 */
export function displayName(logicalId: string, resource: Resource): string {
  const path = resource.Metadata['aws:cdk:path']
  const segments = typeof path === 'string' ? path.split('/') : [logicalId.replace(/[0-9A-F]{8}$/, '')]
  while (segments.length > 1 && innerSegments.has(segments.at(-1)!)) segments.pop()
  return segments
    .at(-1)!
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

/** How CloudFormation would name a resource and what it would answer for `Ref`. */
export type Identity = { name: string; arn: string; ref: string }

const arnOf = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`

/**
 * Names are the logical ids, which CDK keeps stable between syntheses, so data outlives a rebuild.
 * `endpoint` is the front door's address, which queue URLs carry.
 */
export function identify(
  logicalId: string,
  type: string,
  named: string | undefined,
  endpoint: string,
): Identity {
  const name = named ?? logicalId
  const byName = (arn: string): Identity => ({ name, arn, ref: name })
  const byArn = (arn: string): Identity => ({ name, arn, ref: arn })
  switch (type) {
    case 'AWS::Lambda::Function':
      return byName(arnOf('lambda', `function:${name}`))
    case 'AWS::SQS::Queue':
      return { name, arn: arnOf('sqs', name), ref: `${endpoint}/${account}/${name}` }
    case 'AWS::SNS::Topic':
      return byArn(arnOf('sns', name))
    case 'AWS::StepFunctions::StateMachine':
      return byArn(arnOf('states', `stateMachine:${name}`))
    case 'AWS::DynamoDB::GlobalTable':
    case 'AWS::DynamoDB::Table':
      return byName(arnOf('dynamodb', `table/${name}`))
    case 'AWS::S3::Bucket': {
      const bucket = name.toLowerCase()
      return { name: bucket, arn: `arn:aws:s3:::${bucket}`, ref: bucket }
    }
    case 'AWS::IAM::Role':
      return byName(`arn:aws:iam::${account}:role/${name}`)
    case 'AWS::Cognito::UserPool': {
      const id = `${region}_LOCAL${digest(logicalId).slice(0, 4)}`
      return { name: id, arn: arnOf('cognito-idp', `userpool/${id}`), ref: id }
    }
    case 'AWS::Cognito::UserPoolClient': {
      const id = `local${digest(logicalId).toLowerCase().slice(0, 21)}`
      return { name: id, arn: id, ref: id }
    }
    case 'AWS::SES::ConfigurationSet':
      return byName(arnOf('ses', `configuration-set/${name}`))
    case 'AWS::SES::EmailIdentity':
      return byName(arnOf('ses', `identity/${name}`))
    case 'AWS::Logs::LogGroup':
      return byName(arnOf('logs', `log-group:${name}:*`))
    default:
      return byName(arnOf('local', name))
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase()
}
