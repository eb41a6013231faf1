import { describe, expect, test } from 'vitest'
import { problems } from '../../domain/problem.ts'
import { routes } from '../../events/api.ts'
import type { Route } from '../../events/api.ts'
import { openApiDocument } from '../../events/openapi.ts'

const all = Object.entries<Route>(routes)

describe('the route table', () => {
  test('names every address once', () => {
    const keys = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })

  test('writes paths that API Gateway takes, parameters in camel case', () => {
    for (const [, { path }] of all) expect(path).toMatch(/^\/api(\/([a-z][a-z-]*|\{[a-z][A-Za-z]*\}))+$/)
  })

  test("keeps the manager's addresses apart from everybody's", () => {
    for (const [name, { path, access }] of all)
      expect({ name, isManagers: path.startsWith('/api/manager/') }).toEqual({
        name,
        isManagers: access === 'manager',
      })
  })

  test('takes a body where something is sent, and never with GET or DELETE', () => {
    for (const [name, { method, body }] of all)
      if (method === 'GET' || method === 'DELETE') expect({ name, body }).toEqual({ name, body: undefined })
      else if (method === 'PUT' || method === 'PATCH')
        expect({ name, body }).not.toEqual({ name, body: undefined })
  })

  test('every refusal has a client or server status', () => {
    for (const { status } of Object.values(problems)) expect(status).toBeGreaterThanOrEqual(400)
  })
})

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: object }>
  security: object[]
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

describe('the OpenAPI document', () => {
  const document = openApiDocument() as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

  test('describes every route, and nothing else', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(routes).toSorted(),
    )
  })

  test('declares exactly the parameters that stand in the path', () => {
    for (const { path, parameters } of operations) {
      const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(parameters.every((one) => one.in !== 'path' || one.required)).toBe(true)
    }
  })

  test('says where a body is expected and what may be answered', () => {
    for (const { operationId, requestBody, responses, security } of operations) {
      const route: Route = routes[operationId as keyof typeof routes]
      expect(Boolean(requestBody)).toBe(Boolean(route.body))
      expect(Object.keys(responses)).toEqual([route.reply ? '200' : '204', 'default'])
      const guest = operationId === 'listMyEntries' ? [{ guestToken: [] }] : []
      expect(security).toEqual(route.access === 'manager' ? [{ manager: [] }] : guest)
    }
  })

  test('points only at what it contains, and is plain JSON', () => {
    const text = JSON.stringify(document)
    const targets = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, target]) => target!.split('/'))
    expect(targets.length).toBeGreaterThan(0)
    for (const target of targets)
      expect(
        target.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document),
      ).toBeDefined()
    expect(JSON.parse(text)).toEqual(document)
  })

  test('gives every schema a type or alternatives', () => {
    for (const { operationId, requestBody } of operations) {
      const schema = requestBody?.content['application/json']?.schema
      if (schema) expect({ operationId, keys: Object.keys(schema) }).not.toEqual({ operationId, keys: [] })
    }
  })
})
