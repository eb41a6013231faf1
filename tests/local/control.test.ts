import { expect, test } from 'vitest'
import { bootSmallStack } from './small-stack.ts'

const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'

test('a calendar is put, read with its validators, made to misbehave and mended', async () => {
  const { url } = await bootSmallStack()
  const feed = `${url}/local/feeds/sea-view.ics`
  const put = await fetch(feed, { method: 'PUT', body: calendar })
  expect(put.status).toBe(201)
  const { url: address } = await put.json()
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/local\/feeds\/sea-view\.ics$/)
  const first = await fetch(address)
  expect([first.status, await first.text()]).toEqual([200, calendar])
  const headers = { 'if-none-match': first.headers.get('etag')! }
  expect((await fetch(address, { headers })).status).toBe(304)
  await fetch(feed, { method: 'PUT', body: `${calendar} ` })
  expect((await fetch(address, { headers })).status).toBe(200)

  const fault = `${url}/local/feeds/sea-view/fault`
  await fetch(fault, { method: 'PUT', body: JSON.stringify({ status: 503, body: 'down' }) })
  const broken = await fetch(address)
  expect([broken.status, await broken.text()]).toEqual([503, 'down'])
  expect((await fetch(fault, { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(address)).status).toBe(200)
  expect(await (await fetch(`${url}/local/feeds`)).json()).toMatchObject([{ name: 'sea-view', fault: null }])
})

test('the clock is read and advanced, a schedule is run, and the queues are counted', async () => {
  const { url } = await bootSmallStack()
  const post = (path: string, body?: object) =>
    fetch(`${url}/local/${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) })
  expect(await (await post('clock/advance', { seconds: 3600 })).json()).toEqual({
    now: expect.stringMatching(/^2030-01-01T01:00/),
  })
  expect(await (await fetch(`${url}/local/clock`)).json()).toEqual({
    now: expect.stringMatching(/^2030-01-01T01/),
  })
  expect((await post('schedules/often/run')).status).toBe(200)
  const schedules = await (await fetch(`${url}/local/schedules`)).json()
  expect(schedules[0]).toMatchObject({ name: 'often', expression: 'rate(15 minutes)', enabled: true })
  const queues = await (await fetch(`${url}/local/queues`)).json()
  expect(queues).toContainEqual({ name: 'work-queue', visible: 0, inFlight: 0, delayed: 0 })
})

test('executions are listed with what they wait for, and their wait is skipped', async () => {
  const stack = await bootSmallStack()
  const { outputs, url } = stack
  const stateMachineArn = outputs['MachineArn']
  const input = JSON.stringify({ groups: [{ name: 'a', delay: 3600, failures: 0 }], pages: 1 })
  await stack.invoke('actor', { call: 'StartExecution', input: { stateMachineArn, name: 'e1', input } })
  const list = async () => (await fetch(`${url}/local/executions`)).json()
  expect(await list()).toMatchObject([
    {
      id: 'e1',
      machine: 'announce',
      status: 'RUNNING',
      steps: [{ state: 'Delay', waitingUntil: expect.stringMatching(/^2030-01-01T01:00/) }],
    },
  ])
  const skipped = await fetch(`${url}/local/executions/e1/skip-wait`, { method: 'POST' })
  expect(await skipped.json()).toEqual({ skipped: 1 })
  expect(await list()).toMatchObject([{ status: 'SUCCEEDED', steps: [] }])
})

test('the inbox is read and emptied', async () => {
  const stack = await bootSmallStack()
  await stack.invoke('actor', { call: 'Publish', input: { PhoneNumber: '+436641234567', Message: 'hello' } })
  const inbox = `${stack.url}/local/inbox`
  expect(await (await fetch(inbox)).json()).toMatchObject([{ kind: 'sms', text: 'hello' }])
  await fetch(inbox, { method: 'DELETE' })
  expect(await (await fetch(inbox)).json()).toEqual([])
})

test.each([
  ['POST', 'clock/advance', '{"seconds":-1}', 400],
  ['POST', 'clock/advance', 'soon', 400],
  ['PUT', 'feeds/none/fault', '{}', 404],
  ['PUT', 'feeds/..%2Fx.ics', calendar, 400],
  ['POST', 'schedules/none/run', '', 404],
  ['POST', 'executions/none/skip-wait', '', 404],
  ['GET', 'nothing', undefined, 404],
  ['GET', 'feeds/%ff.ics', undefined, 400],
  ['PATCH', 'inbox', '', 405],
])('%s /local/%s with %s is refused as a problem', async (method, path, body, status) => {
  const { url } = await bootSmallStack()
  const response = await fetch(`${url}/local/${path}`, { method, ...(body !== undefined && { body }) })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({
    status,
    code: expect.any(String),
    detail: expect.any(String),
  })
})
