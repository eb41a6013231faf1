import * as z from 'zod'
import { matchesPattern } from '../iam/policy.ts'
import { StartupError } from '../startup-error.ts'
import type { Assembly } from './model.ts'
import { account, region } from './names.ts'
import { properties } from './reading.ts'
import type { Reading } from './reading.ts'

export function readPermission(reading: Reading): void {
  const { Principal, Action, FunctionName, SourceArn } = properties(
    reading,
    z.object({
      Principal: z.string(),
      Action: z.string(),
      FunctionName: z.string(),
      SourceArn: z.string().optional(),
    }),
  )
  reading.assembly.grants.push({
    principal: Principal,
    action: Action,
    resource: FunctionName,
    ...(SourceArn !== undefined && { source: SourceArn }),
  })
}

const TopicStatement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Principal: z.union([z.string(), z.object({ Service: z.string() })]),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

export function readTopicPolicy(reading: Reading): void {
  const { Topics, PolicyDocument } = properties(
    reading,
    z.object({
      Topics: z.array(z.string()),
      PolicyDocument: z.object({ Statement: z.array(TopicStatement) }),
    }),
  )
  for (const { Effect, Action, Principal, Condition } of PolicyDocument.Statement) {
    if (Effect !== 'Allow' || typeof Principal === 'string') continue
    const conditions = Object.values(Condition).flatMap((keys) => Object.entries(keys))
    const source = conditions.find(([key]) => key.toLowerCase() === 'aws:sourcearn')?.[1]
    for (const resource of Topics) {
      for (const action of [Action].flat()) {
        const grant = { principal: Principal.Service, action, resource }
        reading.assembly.grants.push(source === undefined ? grant : { ...grant, source: String(source) })
      }
    }
  }
}

/**
 * Makes sure that every service that will call on another may: on AWS such a call would fail without a word.
 * @throws StartupError naming what is not allowed
 */
export function refuseMissingGrants(assembly: Assembly): void {
  const need = (principal: string, action: string, resource: string, source: string) => {
    const found = assembly.grants.some(
      (grant) =>
        grant.principal === principal &&
        grant.action === action &&
        grant.resource === resource &&
        (grant.source === undefined || matchesPattern(grant.source, source)),
    )
    if (found) return
    throw new StartupError(
      `The template does not let ${principal} do ${action} on ${resource} for ${source}.`,
    )
  }
  const invoke = 'lambda:InvokeFunction'
  for (const { functionArn, topicArn } of assembly.subscriptions) {
    need('sns.amazonaws.com', invoke, functionArn, topicArn)
  }
  for (const { id, triggers } of assembly.pools) {
    const pool = `arn:aws:cognito-idp:${region}:${account}:userpool/${id}`
    for (const functionArn of Object.values(triggers))
      need('cognito-idp.amazonaws.com', invoke, functionArn, pool)
  }
  for (const { apiId, method, path, functionArn } of assembly.routes) {
    // API Gateway writes path parameters as `*` in the ARN of a call.
    const call = `${apiId}/$default/${method}${path.replace(/\{[^}]+\}/g, '*')}`
    need('apigateway.amazonaws.com', invoke, functionArn, `arn:aws:execute-api:${region}:${account}:${call}`)
  }
  for (const { configurationSet, topicArn } of assembly.eventDestinations) {
    const set = `arn:aws:ses:${region}:${account}:configuration-set/${configurationSet}`
    need('ses.amazonaws.com', 'sns:Publish', topicArn, set)
  }
}
