import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem, call, takeManagerTokenFrom } from '../../web/api.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request with one response, and keeps the requests. */
function givenAnswer(answer: () => Response | Promise<Response>) {
  const requests: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return answer()
  })
  return requests
}

test('a call goes to the address of the route table, its parameters escaped', async () => {
  const requests = givenAnswer(() => Response.json({}))
  await call('getCompany', { params: { companySlug: 'sea/side' } })
  await call('listMyEntries', { query: { managerId: 'mgr_1' } }, { guestToken: 'proof' })
  expect(requests.map(({ url, init }) => [init.method, url])).toEqual([
    ['GET', '/api/companies/sea%2Fside'],
    ['GET', '/api/guest/entries?managerId=mgr_1'],
  ])
  expect(new Headers(requests[1]?.init.headers).get('x-guest-token')).toBe('proof')
})

test("the manager's token goes to manager routes only", async () => {
  takeManagerTokenFrom(async () => 'secret')
  const requests = givenAnswer(() => Response.json({}))
  await call('listProperties', {})
  await call('getEntry', { params: { entryId: 'wait_1' } })
  const sent = requests.map(({ init }) => new Headers(init.headers).get('authorization'))
  expect(sent).toEqual(['Bearer secret', null])
})

test('a refusal carries its code, its words for fields and the request id', async () => {
  givenAnswer(() =>
    Response.json(
      {
        code: 'malformed_body',
        detail: 'Please correct the marked fields.',
        status: 400,
        requestId: 'r1',
        errors: [{ pointer: '/wish/guestName', detail: 'Name is required' }],
      },
      { status: 400 },
    ),
  )
  const problem = await call('getEntry', { params: { entryId: 'x' } }).catch((fault: unknown) => fault)
  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({ code: 'malformed_body', requestId: 'r1' })
  expect((problem as ApiProblem).errorAt('/wish/guestName')).toBe('Name is required')
})

test("a proxy's error page and a dead network become words for the reader", async () => {
  givenAnswer(() => new Response('<html>502</html>', { status: 502, headers: { 'x-request-id': 'r2' } }))
  await expect(call('getEntry', { params: { entryId: 'x' } })).rejects.toMatchObject({
    code: 'internal',
    requestId: 'r2',
  })
  givenAnswer(() => Promise.reject(new TypeError('fetch failed')))
  await expect(call('getEntry', { params: { entryId: 'x' } })).rejects.toMatchObject({ code: 'network' })
})
