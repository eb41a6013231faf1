import { account, region } from '../assembly/names.ts'
import type { ServiceRequest } from '../service.ts'
import { jsonAction, readForm, readJson } from '../wire.ts'
import type { Input } from '../wire.ts'
import type { AccessRequest } from './policy.ts'
import { s3Access } from './s3-access.ts'

/** What the mapping must know of the stack to name the resources of a call. */
export type AccessFacts = {
  queueArn(url: string): string | undefined
  /** Verified addresses and domains. */
  mailIdentities: string[]
}

/**
 * The accesses that AWS would check for a call: each action with the resource it touches.
 * Undefined: the call is of a kind that this mapping does not know, so it must be refused.
 */
export function accessesOf(
  service: string,
  request: ServiceRequest,
  facts: AccessFacts,
): AccessRequest[] | undefined {
  switch (service) {
    case 'dynamodb':
      return dynamodbAccess(jsonAction(request), readJson(request.body))
    case 'sqs':
      return sqsAccess(jsonAction(request), readJson(request.body), facts)
    case 'sns':
      return snsAccess(readForm(request.body))
    case 'ses':
      return sesAccess(readForm(request.body), facts)
    case 'states':
      return statesAccess(jsonAction(request), readJson(request.body))
    case 's3':
      return s3Access(request)
    default:
      return undefined
  }
}

const tableArn = (name: unknown) => `arn:aws:dynamodb:${region}:${account}:table/${String(name)}`

function dynamodbAccess(action: string, input: Input): AccessRequest[] {
  const items = (input['TransactItems'] ?? []) as Record<string, Input>[]
  switch (action) {
    case 'TransactGetItems':
    case 'TransactWriteItems':
      // Transactions have no permission of their own: each inner action is checked.
      return items.flatMap((item) =>
        Object.entries(item).map(([kind, inner]) => ({
          action: `dynamodb:${transactActions[kind] ?? kind}`,
          resource: tableArn(inner['TableName']),
        })),
      )
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys((input['RequestItems'] ?? {}) as Input).map((table) => ({
        action: `dynamodb:${action}`,
        resource: tableArn(table),
      }))
    default: {
      const table = tableArn(input['TableName'])
      const resource =
        input['IndexName'] === undefined ? table : `${table}/index/${String(input['IndexName'])}`
      return [{ action: `dynamodb:${action}`, resource }]
    }
  }
}

const transactActions: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

function sqsAccess(action: string, input: Input, facts: AccessFacts): AccessRequest[] {
  const resource = facts.queueArn(String(input['QueueUrl'] ?? input['QueueName'])) ?? '*'
  return [{ action: `sqs:${action.replace(/Batch$/, '')}`, resource }]
}

function snsAccess(input: Input): AccessRequest[] {
  // A text message to a phone number touches no resource, which IAM words as `*`.
  const resource = String(input['TopicArn'] ?? input['TargetArn'] ?? '*')
  return [{ action: `sns:${String(input['Action'])}`, resource }]
}

const sesArn = (kind: string, name: string) => `arn:aws:ses:${region}:${account}:${kind}/${name}`

function sesAccess(input: Input, facts: AccessFacts): AccessRequest[] {
  const action = `ses:${String(input['Action'])}`
  const address = addressIn(String(input['Source'] ?? rawHeader(input, 'From') ?? ''))
  const domain = address.split('@').at(-1)!
  const identity = facts.mailIdentities.includes(address) ? address : domain
  const configurationSet = input['ConfigurationSetName'] ?? rawHeader(input, 'X-SES-CONFIGURATION-SET')
  const context = { 'ses:FromAddress': address }
  return [
    { action, resource: sesArn('identity', identity), context },
    ...(configurationSet
      ? [{ action, resource: sesArn('configuration-set', String(configurationSet)), context }]
      : []),
  ]
}

/** The address in `"Name" <address>`. */
export function addressIn(text: string): string {
  return (/<([^>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase()
}

/** One header of the message of `SendRawEmail`. */
function rawHeader(input: Input, name: string): string | undefined {
  const data = (input['RawMessage'] as Input | undefined)?.['Data']
  if (typeof data !== 'string') return undefined
  const head = Buffer.from(data, 'base64')
    .toString('utf8')
    .split(/\r?\n\r?\n/)[0]!
  return new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)?.[1]
}

function statesAccess(action: string, input: Input): AccessRequest[] {
  const resource = String(input['executionArn'] ?? input['stateMachineArn'] ?? '*')
  return [{ action: `states:${action}`, resource }]
}
