import * as z from 'zod/mini'
import { ProblemBody } from '../domain/problem.ts'
import { routes, type Route } from './api.ts'

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })

/** Names in braces of a path template. */
const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

function parametersOf(route: Route): object[] {
  const inPath = pathParameters(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = route.query ? schemaOf(route.query, 'input') : { properties: {}, required: [] }
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (query.required ?? []).includes(name),
    schema,
  }))
  return [...inPath, ...inQuery]
}

/** What a caller must show: a manager's token, that of a proven address, or nothing. */
function securityOf(route: Route): object[] {
  if (route.access === 'manager') return [{ manager: [] }]
  return route.needsGuestToken ? [{ guestToken: [] }] : []
}

function operationOf(name: string, route: Route): object {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.access],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(route.body && { requestBody: { required: true, ...json(schemaOf(route.body, 'input')) } }),
    responses: {
      ...(route.reply
        ? { 200: { description: 'Done', ...json(schemaOf(route.reply, 'output')) } }
        : { 204: { description: 'Done' } }),
      default: {
        description: 'Refused, with a stable `code`',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** The API as an OpenAPI 3.1 document, made from the route table. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(name, route)
  return {
    openapi: '3.1.0',
    info: { title: 'Vacation rental waitlist', version: '1' },
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemBody, 'output') },
      securitySchemes: {
        manager: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        guestToken: { type: 'apiKey', in: 'header', name: 'x-guest-token' },
      },
    },
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
