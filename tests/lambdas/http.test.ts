import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../../domain/problem.ts'
import { serve } from '../../lambdas/lib/http.ts'
import type { Handler } from '../../lambdas/lib/http.ts'
import { callRoute, eventOf } from '../call.ts'

const company = {
  id: 'mgr_00000000-0000-4000-8000-000000000000',
  companyName: 'Seaside Stays',
  companySlug: 'seaside',
  logoUrl: null,
}

/** Serves one route whose work is `work`. */
const serving = (work: Handler<'getCompany'>) => serve<'getCompany'>({ getCompany: work })
const read = (work: Handler<'getCompany'>) =>
  callRoute(serving(work), 'getCompany', { params: { companySlug: 'seaside' } })

/** Runs without printing what is logged. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  try {
    return await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('an API function', () => {
  test('hands parsed parts to the route and answers with its reply', async () => {
    const { status, reply, contentType } = await read(async ({ params }) => ({
      ...company,
      companySlug: params.companySlug,
    }))
    expect({ status, contentType }).toEqual({ status: 200, contentType: 'application/json' })
    expect(reply).toEqual(company)
  })

  test('lets no key leave that the contract does not name', async () => {
    const { reply } = await read(async () => ({ ...company, email: 'mona@company.test', gsi1pk: 'DIR' }))
    expect(reply).toEqual(company)
  })

  test('a reply that breaks the contract is our fault, and stays here', async () => {
    const broken = { ...company, companySlug: 'Not A Slug' }
    const { status, problem } = await quietly(() => read(async () => broken))
    expect({ status, code: problem.code }).toEqual({ status: 500, code: 'internal' })
    expect(JSON.stringify(problem)).not.toContain('Not A Slug')
  })

  test('a refusal carries its status, its own words and the fields', async () => {
    const errors = [{ pointer: '/a~1b', detail: 'Wrong' }]
    const { status, problem, contentType } = await read(async () => {
      throw new Problem('slug_taken', 'Taken, sadly.', errors)
    })
    expect({ status, contentType }).toEqual({ status: 409, contentType: 'application/problem+json' })
    expect(problem).toMatchObject({
      type: 'urn:problem:slug_taken',
      title: 'This company URL slug is already in use. Please choose a different one.',
      detail: 'Taken, sadly.',
      code: 'slug_taken',
      errors,
    })
  })

  test('anything else that is thrown says nothing of itself', async () => {
    const { status, problem } = await quietly(() =>
      read(async () => {
        throw new Error('password of the database')
      }),
    )
    expect(status).toBe(500)
    expect(JSON.stringify(problem)).not.toContain('password')
  })

  test('knows no routes but its own', async () => {
    const handler = serving(async () => company)
    const { status, problem } = await callRoute(handler, 'listCompanies')
    expect({ status, code: problem.code }).toEqual({ status: 404, code: 'route_not_found' })
  })

  test('answers nothing where the contract has no reply', async () => {
    const handler = serve<'deleteEntry'>({ deleteEntry: async () => undefined })
    const answer = await handler(eventOf('deleteEntry', { params: { entryId: 'wait_1' } }))
    expect(answer).toMatchObject({ statusCode: 204 })
    expect(answer.body).toBeUndefined()
  })

  test('reads bodies that API Gateway passes on in base64', async () => {
    const handler = serve<'requestEmailCode'>({
      requestEmailCode: async ({ body }) => {
        expect(body).toEqual({ email: 'zoe@mövenpick.test' })
        return {}
      },
    })
    const rawBody = Buffer.from(JSON.stringify({ email: 'zoe@mövenpick.test' })).toString('base64')
    expect((await callRoute(handler, 'requestEmailCode', { rawBody, isBase64Encoded: true })).status).toBe(
      200,
    )
  })

  test('is kept by no cache', async () => {
    const answer = await serving(async () => company)(
      eventOf('getCompany', { params: { companySlug: 'seaside' } }),
    )
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  })
})

/** These lines are held by the type check: each fails it as soon as what it says compiles. */
export const mistakes = [
  // @ts-expect-error a handler is missing
  () => serve<'getCompany' | 'getManager'>({ getCompany: async () => company }),
  // @ts-expect-error this route has no such parameter
  () => serving(async ({ params }) => ({ ...company, companySlug: params.slug })),
  // @ts-expect-error the reply lacks what the contract promises
  () => serving(async () => ({ id: company.id })),
  // @ts-expect-error this route takes no body
  () => serving(async ({ body }) => ({ ...company, companyName: body.companyName })),
  // @ts-expect-error nobody is signed in on a guest's route
  () => serving(async ({ claims }) => ({ ...company, id: claims.sub })),
]
