import { expect, test } from 'vitest'
import { accessesOf } from '../../local/iam/access.ts'
import { Statement, allows } from '../../local/iam/policy.ts'

const statement = (given: object) => Statement.parse({ Effect: 'Allow', Resource: '*', ...given })
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/T'

test.each([
  ['dynamodb:GetItem', 'dynamodb:GetItem', true],
  ['dynamodb:getitem', 'dynamodb:GetItem', true],
  ['dynamodb:Get*', 'dynamodb:GetItem', true],
  ['dynamodb:*', 'dynamodb:PutItem', true],
  ['dynamodb:GetItem', 'dynamodb:GetItems', false],
  ['dynamodb:?etItem', 'dynamodb:GetItem', true],
])('action %s lets %s: %s', (Action, action, expected) => {
  expect(allows([statement({ Action })], { action, resource: table })).toBe(expected)
})

test.each([
  [table, table, true],
  [`${table}/index/*`, `${table}/index/gsi1`, true],
  [`${table}/index/*`, table, false],
  [table, `${table}/index/gsi1`, false],
  ['arn:aws:sns:*', '*', false],
  ['*', '*', true],
])('resource %s covers %s: %s', (Resource, resource, expected) => {
  expect(allows([statement({ Action: 'a:B', Resource })], { action: 'a:B', resource })).toBe(expected)
})

test('a deny wins over any allow, and nothing is allowed by default', () => {
  const allow = statement({ Action: '*' })
  const deny = statement({ Effect: 'Deny', NotAction: 'dynamodb:GetItem' })
  expect(allows([], { action: 'a:B', resource: 'x' })).toBe(false)
  expect(allows([allow, deny], { action: 'dynamodb:GetItem', resource: 'x' })).toBe(true)
  expect(allows([allow, deny], { action: 'dynamodb:PutItem', resource: 'x' })).toBe(false)
})

const from = (operator: string) =>
  statement({ Action: 'ses:*', Condition: { [operator]: { 'ses:FromAddress': '*@waitlist.example' } } })
const request = (address: string) => ({
  action: 'ses:SendRawEmail',
  resource: 'x',
  context: { 'ses:FromAddress': address },
})

test('conditions are judged, and an unknown operator is not guessed at', () => {
  expect(allows([from('StringLike')], request('hello@waitlist.example'))).toBe(true)
  expect(allows([from('StringLike')], request('hello@elsewhere.example'))).toBe(false)
  expect(() => allows([from('IpAddress')], request('hello@waitlist.example'))).toThrow(/IpAddress/)
})

const facts = { queueArn: (url: string) => `arn:${url}`, mailIdentities: ['waitlist.example'] }
const call = (headers: Record<string, string>, body: string, method = 'POST', path = '/') => ({
  method,
  url: new URL(`http://local${path}`),
  headers,
  body: Buffer.from(body),
  caller: undefined,
})
const json = (action: string, body: object) => call({ 'x-amz-target': `X.${action}` }, JSON.stringify(body))
const form = (fields: Record<string, string>) => call({}, new URLSearchParams(fields).toString())

test.each([
  [
    'dynamodb',
    json('Query', { TableName: 'T', IndexName: 'gsi1' }),
    [['dynamodb:Query', `${table}/index/gsi1`]],
  ],
  ['dynamodb', json('BatchGetItem', { RequestItems: { T: {} } }), [['dynamodb:BatchGetItem', table]]],
  [
    'dynamodb',
    json('TransactWriteItems', {
      TransactItems: [{ ConditionCheck: { TableName: 'T' } }, { Put: { TableName: 'T' } }],
    }),
    [
      ['dynamodb:ConditionCheckItem', table],
      ['dynamodb:PutItem', table],
    ],
  ],
  ['sqs', json('SendMessageBatch', { QueueUrl: 'u' }), [['sqs:SendMessage', 'arn:u']]],
  ['sns', form({ Action: 'Publish', PhoneNumber: '+1' }), [['sns:Publish', '*']]],
  [
    'ses',
    form({ Action: 'SendEmail', Source: 'Hello <Hello@waitlist.example>', ConfigurationSetName: 'c' }),
    [
      ['ses:SendEmail', 'arn:aws:ses:us-east-1:000000000000:identity/waitlist.example'],
      ['ses:SendEmail', 'arn:aws:ses:us-east-1:000000000000:configuration-set/c'],
    ],
  ],
  ['states', json('StartExecution', { stateMachineArn: 'm' }), [['states:StartExecution', 'm']]],
  [
    's3',
    call({}, '', 'PUT', '/logos/logos/a%20b.png'),
    [['s3:PutObject', 'arn:aws:s3:::logos/logos/a b.png']],
  ],
  ['s3', call({}, '', 'GET', '/logos?list-type=2'), [['s3:ListBucket', 'arn:aws:s3:::logos']]],
])('a call to %s asks for what AWS would check', (service, asked, expected) => {
  const accesses = accessesOf(service, asked, facts)
  expect(accesses?.map(({ action, resource }) => [action, resource])).toEqual(expected)
})

test('a call that the mapping does not know is known to be unknown', () => {
  expect(accessesOf('kms', json('Decrypt', {}), facts)).toBeUndefined()
})
