import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../startup-error.ts'
import { displayName } from './names.ts'
import { properties } from './reading.ts'
import type { Reading } from './reading.ts'
import { assetDirectory } from './site.ts'

export function readFunction(reading: Reading): void {
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

export function readMapping(reading: Reading): void {
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
