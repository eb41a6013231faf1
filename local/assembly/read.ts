import { StartupError } from '../startup-error.ts'
import { refuseMissingGrants } from './grants.ts'
import { createResolver } from './intrinsics.ts'
import type { Assembly } from './model.ts'
import { readers } from './readers.ts'
import type { Reading } from './reading.ts'
import { readTemplate } from './template.ts'
import type { Resource } from './template.ts'

/** Resource types that change nothing about what the product does on one machine. */
const ignoredTypes = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CDK::Metadata',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::UserPoolClient',
  'AWS::Lambda::LayerVersion',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::ResourcePolicy',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SecretsManager::Secret',
  'AWS::WAFv2::WebACL',
  'Custom::S3AutoDeleteObjects',
])

/**
 * Reads the synthesized stack in `directory` into plain definitions.
 *
 * `parameters` are the values given to the template's parameters; names that the template does not declare
 * are passed over, so that one boot serves templates of any age.
 * @throws StartupError naming the logical id of whatever the embedded stack cannot run
 */
export function readAssembly(
  directory: string,
  parameters: Record<string, string>,
  endpoint: string,
): Assembly {
  const template = readTemplate(directory)
  const resolver = createResolver(template, parameters, endpoint)
  const assembly: Assembly = {
    functions: [],
    roles: new Map(),
    grants: [],
    routes: [],
    queues: [],
    mappings: [],
    topics: [],
    subscriptions: [],
    schedules: [],
    machines: [],
    tables: [],
    buckets: [],
    pools: [],
    eventDestinations: [],
    mailIdentities: [],
    bucketPaths: [],
    securityHeaders: {},
    originHeaders: {},
    siteBucket: { directories: [] },
    outputs: {},
  }
  const resources = Object.entries(template.Resources).toSorted(
    ([, one], [, other]) => isLast(one) - isLast(other),
  )
  for (const [logicalId, resource] of resources) {
    if (resource.Condition && !resolver.holds(resource.Condition)) continue
    if (ignoredTypes.has(resource.Type)) continue
    const reader = readers[resource.Type]
    if (!reader) {
      throw new StartupError(
        `The template holds ${logicalId} of type ${resource.Type}, which cannot run locally.`,
      )
    }
    const reading: Reading = { logicalId, resource, template, resolver, directory, assembly }
    try {
      reader(reading)
    } catch (error) {
      if (error instanceof StartupError) throw error
      throw new StartupError(`Resource ${logicalId} (${resource.Type}) is not understood: ${String(error)}`)
    }
  }
  refuseMissingGrants(assembly)
  for (const [name, output] of Object.entries(template.Outputs)) {
    assembly.outputs[name] = String(resolver.resolve(output.Value))
  }
  return assembly
}

/** Distributions refer to buckets, which must be known by then. */
function isLast({ Type }: Resource): number {
  return Number(Type === 'AWS::CloudFront::Distribution')
}
