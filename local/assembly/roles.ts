import * as z from 'zod'
import { Statement } from '../iam/policy.ts'
import type { Assembly } from './model.ts'
import { properties } from './reading.ts'
import type { Reading } from './reading.ts'

const PolicyDocument = z.object({ Statement: z.array(Statement) })

function grant(assembly: Assembly, roleArn: string, statements: Statement[]): void {
  assembly.roles.set(roleArn, [...(assembly.roles.get(roleArn) ?? []), ...statements])
}

export function readRole(reading: Reading): void {
  const given = properties(reading, z.object({ Policies: z.array(z.object({ PolicyDocument })).default([]) }))
  const statements = given.Policies.flatMap((policy) => policy.PolicyDocument.Statement)
  grant(reading.assembly, reading.resolver.identity(reading.logicalId).arn, statements)
}

export function readPolicy(reading: Reading): void {
  const given = properties(reading, z.object({ PolicyDocument, Roles: z.array(z.string()).default([]) }))
  for (const [logicalId, { Type }] of Object.entries(reading.template.Resources)) {
    if (Type !== 'AWS::IAM::Role') continue
    const role = reading.resolver.identity(logicalId)
    if (given.Roles.includes(role.ref)) grant(reading.assembly, role.arn, given.PolicyDocument.Statement)
  }
}
