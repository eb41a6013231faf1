import { App } from 'aws-cdk-lib/core'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAgainstRules } from '../../infra/rules.ts'
import { WaitlistStack } from '../../infra/stack.ts'

/** A property of the template: whatever CloudFormation takes there. */
// oxlint-disable-next-line typescript/no-explicit-any -- assertions name the shapes; typing all of CloudFormation here would only repeat them
export type Value = any
export type Resource = { logicalId: string; name: string; type: string; properties: Record<string, Value> }

export type Synthesized = {
  all: (type: string) => Resource[]
  /** The one resource of a type, or the one whose construct has this name. */
  one: (type: string, name?: string) => Resource
  /** Warnings and errors of the synthesis: of CDK, of CloudFormation's schemas, of the AwsSolutions rules. */
  complaints: string[]
  /** The bundled code of a function, as one text. */
  codeOf: (resource: Resource) => string
}

const context = JSON.parse(readFileSync('cdk.json', 'utf8')).context as Record<string, unknown>

/** Synthesizes the stack as `npx cdk synth` does, with or without a built web app. */
export function synthesize(site: 'with a site' | 'without a site'): Synthesized {
  const directory = mkdtempSync(join(tmpdir(), 'waitlist-synth-'))
  try {
    if (site === 'with a site') {
      mkdirSync(join(directory, 'site/assets'), { recursive: true })
      writeFileSync(join(directory, 'site/index.html'), '<!doctype html><title>Waitlist</title>')
    }
    const app = new App({
      outdir: join(directory, 'cdk.out'),
      context: { ...context, 'aws:cdk:enable-path-metadata': true },
    })
    const stack = new WaitlistStack(app, 'Waitlist', { siteDirectory: join(directory, 'site') })
    checkAgainstRules(app)
    const assembly = app.synth()
    const report = JSON.parse(
      readFileSync(join(assembly.directory, 'validation-report.json'), 'utf8'),
    ) as Report
    const assets = new Map(
      globSync('asset.*/*.mjs', { cwd: assembly.directory }).map((file) => [
        file,
        readFileSync(join(assembly.directory, file), 'utf8'),
      ]),
    )
    return {
      ...search(assembly.getStackArtifact(stack.artifactId).template.Resources),
      complaints: report.pluginReports
        .flatMap(({ violations }) => violations)
        .filter(({ severity }) => severity !== 'info')
        .map(({ ruleName, description }) => `${ruleName}: ${description}`),
      codeOf: ({ properties }) => {
        const asset = `asset.${properties.Code.S3Key.replace('.zip', '')}/`
        return [...assets].flatMap(([file, code]) => (file.startsWith(asset) ? [code] : [])).join('\n')
      },
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

type Report = {
  pluginReports: { violations: { ruleName: string; description: string; severity: string }[] }[]
}

type Template = Record<
  string,
  { Type: string; Properties?: Record<string, Value>; Metadata?: Record<string, string> }
>

function search(template: Template): Pick<Synthesized, 'all' | 'one'> {
  const resources = Object.entries(template).map(([logicalId, { Type, Properties, Metadata }]): Resource => {
    const path = (Metadata?.['aws:cdk:path'] ?? '').split('/')
    while (['Resource', 'Default', 'Function'].includes(path.at(-1) ?? '')) path.pop()
    return { logicalId, name: path.at(-1) ?? '', type: Type, properties: Properties ?? {} }
  })
  const all = (type: string) => resources.filter((resource) => resource.type === type)
  const one = (type: string, name?: string) => {
    const found = all(type).filter((resource) => name === undefined || resource.name === name)
    if (found.length !== 1) throw new Error(`${found.length} resources of ${type} ${name ?? ''}`)
    return found[0]!
  }
  return { all, one }
}

/**
 * A value of the template as text, with `{Table}` for what it refers to and `{Table.Arn}` for an attribute.
 */
export function spell(value: Value): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('Ref' in value) return `{${value.Ref}}`
  if ('Fn::GetAtt' in value) return `{${value['Fn::GetAtt'].join('.')}}`
  if ('Fn::Join' in value) return value['Fn::Join'][1].map(spell).join(value['Fn::Join'][0])
  return JSON.stringify(value)
}

/** A property that may be one thing or a list of things, as a list. */
export function list(value: Value): Value[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

/** The stack as a checkout with a built web app synthesizes it. */
export const { all, one, complaints, codeOf } = synthesize('with a site')

/** The product's own functions; CDK's helpers run on other runtimes. */
export const functions = all('AWS::Lambda::Function').filter(
  ({ properties }) => properties.Runtime === 'nodejs24.x',
)
export const functionNamed = (name: string) => one('AWS::Lambda::Function', name)
export const arnOf = ({ logicalId }: Resource) => `{${logicalId}.Arn}`
