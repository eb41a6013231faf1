import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { CheckCalendars, DispatchChecks } from '../../events/calendar-check.ts'
import { CustomMessage, PostConfirmation } from '../../events/identity.ts'
import { MailJob, ReleaseDeferred, SesEvent, SnsEnvelope } from '../../events/mail.ts'
import { NotifyGuests } from '../../events/notification.ts'
import { QueueBatch } from '../../events/queue.ts'
import { routes } from '../../events/api.ts'
import type { Route } from '../../events/api.ts'
import { givenTable } from '../given.ts'
import { readSample, sampleNames } from './samples.ts'

const functionNames = readdirSync(join(import.meta.dirname, '../../lambdas'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))

const ApiEvent = z.looseObject({ version: z.literal('2.0'), routeKey: z.string() })

/** The messages inside a batch, parsed by their own schema. */
const messagesOf = (schema: z.ZodMiniType) => (event: unknown) =>
  z.parse(QueueBatch, event).Records.map(({ body }) => z.parse(schema, JSON.parse(body)))

/** How each function's trigger is read. */
const readers: Record<string, (event: unknown) => unknown> = {
  'manager-api': (event) => z.parse(ApiEvent, event),
  'check-now': (event) => z.parse(ApiEvent, event),
  'guest-api': (event) => z.parse(ApiEvent, event),
  'custom-message': (event) => z.parse(CustomMessage, event),
  'confirm-manager': (event) => z.parse(PostConfirmation, event),
  'dispatch-checks': (event) => z.parse(DispatchChecks, event),
  'check-calendars': messagesOf(CheckCalendars),
  'notify-guests': (event) => z.parse(NotifyGuests, event),
  'send-mail': messagesOf(MailJob),
  'mail-feedback': (event) =>
    z.parse(SnsEnvelope, event).Records.map(({ Sns }) => z.parse(SesEvent, JSON.parse(Sns.Message))),
  'release-deferred': (event) => z.parse(ReleaseDeferred, event),
}

const functionOf = (sample: string) => sample.split('.')[0]!

await givenTable()

describe('samples', () => {
  test('every function has one, and each belongs to a function', () => {
    expect([...new Set(sampleNames.map(functionOf))].toSorted()).toEqual(functionNames.toSorted())
    expect(Object.keys(readers).toSorted()).toEqual(functionNames.toSorted())
  })

  test.each(sampleNames)('%s is what the schema of its trigger expects', (name) => {
    expect(() => readers[functionOf(name)]!(readSample(name))).not.toThrow()
  })

  test.each(sampleNames.filter((name) => /-api\.|^check-now\./.test(name)))(
    '%s is a call of a route',
    (name) => {
      const { routeKey } = readSample(name) as { routeKey: string }
      const keys = Object.values<Route>(routes).map((route) => `${route.method} ${route.path}`)
      expect(keys).toContain(routeKey)
    },
  )
})

/** What the table answers when it is empty. */
const answers: Record<string, number> = {
  'manager-api.get-profile': 200,
  'manager-api.create-property': 200,
  'guest-api.join-waitlist': 404,
  'guest-api.join-waitlist-malformed': 400,
  'guest-api.list-my-entries': 401,
  'guest-api.unsubscribe-one-click': 404,
}

describe('replayed on empty services', () => {
  test.each(sampleNames)('%s', async (name) => {
    const { handler } = (await import(`../../lambdas/${functionOf(name)}.ts`)) as {
      handler(event: unknown, context: object): Promise<unknown>
    }
    const answer = await handler(readSample(name), { awsRequestId: 'sample' })
    if (name in answers) expect(answer).toMatchObject({ statusCode: answers[name] })
    if (typeof answer === 'object' && answer !== null && 'batchItemFailures' in answer)
      expect(answer.batchItemFailures).toEqual([])
  })
})
