import type * as z from 'zod'
import type { Resolver } from './intrinsics.ts'
import type { Assembly } from './model.ts'
import type { Resource, Template } from './template.ts'

/** Everything that a reader may look at while it adds its resource to `assembly`. */
export type Reading = {
  logicalId: string
  resource: Resource
  template: Template
  resolver: Resolver
  directory: string
  assembly: Assembly
}

/** The resource's properties, resolved and in the shape asked for. */
export function properties<Shape>({ resource, resolver }: Reading, shape: z.ZodType<Shape>): Shape {
  return shape.parse(resolver.resolve(resource.Properties))
}
