import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handler } from '../../lambdas/manager-api.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { callsTo, eventOf } from '../call.ts'
import { givenDraft, givenEntry, givenKey, givenManager, givenProperty, givenTable } from '../given.ts'

const services = await givenTable()

let manager: ManagerRow
beforeEach(async () => {
  manager = await givenManager()
})

const call = callsTo(handler, () => manager)

describe('what goes wrong on our side', () => {
  /** What is printed while `work` runs. */
  async function printedBy(work: () => Promise<void>): Promise<string> {
    const printed: string[] = []
    const keep = (chunk: unknown) => printed.push(String(chunk)) > 0
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(keep),
    )
    try {
      await work()
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
    return printed.join('')
  }

  test('is answered with the request id that the log names, and nothing else', async () => {
    const entry = await givenEntry(await givenProperty({ manager }))
    const body = { key: givenKey(), waitlistEntryIds: [entry.id] }
    const event = eventOf('sendNotifications', { as: manager, body })
    services.refuse('sqs')
    const log = await printedBy(async () => {
      const { statusCode, body: answer } = await handler(event)
      expect(statusCode).toBe(500)
      expect(JSON.parse(answer!)).toEqual({
        type: 'urn:problem:internal',
        title: 'Something went wrong on our side. Nothing you entered is lost.',
        detail: 'Something went wrong on our side. Nothing you entered is lost.',
        status: 500,
        code: 'internal',
        requestId: event.requestContext.requestId,
      })
    })
    services.refuse(undefined)
    expect(log).toContain(event.requestContext.requestId)
    expect(log).toContain('AccessDeniedException')
    expect(log).not.toContain('secret words')
    // Nothing is lost: the same press does it once the fault is over.
    expect((await call('sendNotifications', { body })).reply.notificationsSent).toBe(1)
  })

  test('a property is saved even where its check cannot be asked for', async () => {
    services.refuse('sqs')
    const log = await printedBy(async () => {
      const { status } = await call('createProperty', { body: { ...givenDraft(), key: givenKey() } })
      expect(status).toBe(200)
    })
    services.refuse(undefined)
    expect(log).toContain('waits for its next round')
  })

  test('nothing personal is printed, whatever is logged', async () => {
    const { log } = await import('../../lambdas/lib/log.ts')
    const printed = await printedBy(async () => {
      log.info('Told gia@mail.test or +15551234567', { entryId: 'to somebody@mail.test' })
      log.error('A fault', new Error('Gia Guest, gia@mail.test, has no property'))
    })
    expect(printed).toContain('A fault')
    expect(printed).not.toMatch(/gia@|Gia Guest|somebody@|5551234567/)
  })
})
