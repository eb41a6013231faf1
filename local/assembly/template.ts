import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../startup-error.ts'

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
})
export type Resource = z.infer<typeof Resource>

const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
})
export type Template = z.infer<typeof Template>

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.object({ templateFile: z.string().optional() }).optional() }),
  ),
})

/**
 * Reads the one stack that `cdk synth` wrote to `directory`.
 * @throws StartupError when there is no assembly, or not exactly one stack in it
 */
export function readTemplate(directory: string): Template {
  const manifestFile = join(directory, 'manifest.json')
  if (!existsSync(manifestFile)) {
    throw new StartupError(`No synthesized stack in ${directory}. Run \`npx cdk synth\` first.`)
  }
  const { artifacts } = Manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')))
  const files = Object.values(artifacts).flatMap((artifact) =>
    artifact.type === 'aws:cloudformation:stack' ? [artifact.properties?.templateFile ?? ''] : [],
  )
  if (files.length !== 1) {
    throw new StartupError(`${directory} holds ${files.length} stacks; the embedded stack runs exactly one.`)
  }
  return Template.parse(JSON.parse(readFileSync(join(directory, files[0]!), 'utf8')))
}
