import { StartupError } from '../startup-error.ts'
import { account, identify, region } from './names.ts'
import type { Identity } from './names.ts'
import type { Template } from './template.ts'

/** Turns a template value into a plain one; `undefined` stands for `AWS::NoValue`. */
export type Resolver = {
  resolve(value: unknown): unknown
  identity(logicalId: string): Identity
  holds(condition: string): boolean
}

const pseudoParameters: Record<string, string | undefined> = {
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'local',
  'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/local`,
  'AWS::NoValue': undefined,
}

/** Properties in which a template may fix a resource's physical name. */
const nameProperties = [
  'FunctionName',
  'QueueName',
  'TopicName',
  'TableName',
  'BucketName',
  'StateMachineName',
  'RoleName',
  'LogGroupName',
  'EmailIdentity',
]

/**
 * Evaluates CloudFormation's intrinsic functions as the service would at deployment.
 * @throws StartupError for an intrinsic, a reference or a parameter that it does not know
 */
export function createResolver(
  template: Template,
  parameters: Record<string, string>,
  endpoint: string,
): Resolver {
  const identities = new Map<string, Identity>()

  const identity = (logicalId: string): Identity => {
    const known = identities.get(logicalId)
    if (known) return known
    const resource = template.Resources[logicalId]
    if (!resource) throw new StartupError(`The template refers to ${logicalId}, which it does not contain.`)
    const given = nameProperties
      .map((property) => resource.Properties[property])
      .find((name) => name !== undefined)
    const named = given === undefined ? undefined : String(resolve(given))
    const found = identify(logicalId, resource.Type, named, endpoint)
    identities.set(logicalId, found)
    return found
  }

  const reference = (name: string): unknown => {
    if (name in pseudoParameters) return pseudoParameters[name]
    if (name in parameters) return parameters[name]
    const parameter = template.Parameters[name]
    if (!parameter) return identity(name).ref
    if (parameter.Default === undefined) throw new StartupError(`Template parameter ${name} has no value.`)
    return parameter.Default
  }

  const attribute = (logicalId: string, name: string): string => {
    const { arn, name: physical, ref } = identity(logicalId)
    if (name === 'QueueUrl') return ref
    if (name.endsWith('Arn')) return arn
    if (name === 'ApiEndpoint') return endpoint
    if (name.endsWith('DomainName')) return domainName(template.Resources[logicalId]!.Type, physical)
    return physical
  }

  const domainName = (type: string, physical: string): string =>
    type === 'AWS::S3::Bucket' ? `${physical}.s3.${region}.amazonaws.com` : new URL(endpoint).host

  const substitute = (text: string, values: Record<string, unknown>): string =>
    text
      .replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
        if (name in values) return String(resolve(values[name]))
        const dot = name.indexOf('.')
        return String(dot < 0 ? reference(name) : attribute(name.slice(0, dot), name.slice(dot + 1)))
      })
      .replaceAll('${!', '${')

  const holds = (condition: string): boolean => {
    if (!(condition in template.Conditions))
      throw new StartupError(`Unknown template condition ${condition}.`)
    return Boolean(resolve(template.Conditions[condition]))
  }

  const intrinsics: Record<string, (argument: unknown) => unknown> = {
    Ref: (argument) => reference(String(argument)),
    Condition: (argument) => holds(String(argument)),
    'Fn::GetAtt': (argument) => {
      const [logicalId, name] = Array.isArray(argument) ? argument.map(String) : splitOnce(String(argument))
      return attribute(logicalId!, name!)
    },
    'Fn::Join': (argument) => {
      const [separator, parts] = argument as [string, unknown]
      return (resolve(parts) as unknown[]).join(separator)
    },
    'Fn::Select': (argument) => {
      const [index, list] = argument as [unknown, unknown]
      return (resolve(list) as unknown[])[Number(resolve(index))]
    },
    'Fn::Split': (argument) => {
      const [separator, text] = argument as [string, unknown]
      return String(resolve(text)).split(separator)
    },
    'Fn::Sub': (argument) => {
      const [text, values] = Array.isArray(argument) ? argument : [argument, {}]
      return substitute(String(text), values as Record<string, unknown>)
    },
    'Fn::If': (argument) => {
      const [condition, whenTrue, whenFalse] = argument as [string, unknown, unknown]
      return resolve(holds(condition) ? whenTrue : whenFalse)
    },
    'Fn::Equals': (argument) => {
      const [left, right] = resolve(argument) as unknown[]
      return String(left) === String(right)
    },
    'Fn::Not': (argument) => !(resolve(argument) as unknown[])[0],
    'Fn::And': (argument) => (resolve(argument) as unknown[]).every(Boolean),
    'Fn::Or': (argument) => (resolve(argument) as unknown[]).some(Boolean),
    'Fn::FindInMap': (argument) => {
      const [map, first, second] = (resolve(argument) as unknown[]).map(String)
      return template.Mappings[map!]?.[first!]?.[second!]
    },
  }

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined)
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value)
    if (entries.length === 1) {
      const [name, argument] = entries[0]!
      const intrinsic = intrinsics[name]
      if (intrinsic && (name !== 'Condition' || typeof argument === 'string')) return intrinsic(argument)
      if (name.startsWith('Fn::'))
        throw new StartupError(`The template uses ${name}, which is not supported locally.`)
    }
    return Object.fromEntries(
      entries.flatMap(([name, inner]) => {
        const resolved = resolve(inner)
        return resolved === undefined ? [] : [[name, resolved]]
      }),
    )
  }

  return { resolve, identity, holds }
}

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}
