import { describe, expect, test } from 'vitest'
import { MailJob } from '../../events/mail.ts'
import { handler } from '../../lambdas/guest-api.ts'
import { callsTo } from '../call.ts'
import type { Sent } from '../call.ts'
import { givenEmail, givenEntry, givenProperty, givenTable } from '../given.ts'

const services = await givenTable()

const call = callsTo(handler)

describe('all requests of an address', () => {
  const codesSent = () =>
    services
      .messagesOn('mail-queue')
      .map((body) => MailJob.parse(body))
      .filter((job) => job.kind === 'code')

  async function provedBy(email: string): Promise<string> {
    await call('requestEmailCode', { body: { email }, sourceIp: email })
    const code = codesSent().findLast((job) => job.email === email)!.code
    const { reply } = await call('confirmEmailCode', { body: { email, code }, sourceIp: email })
    return reply.token
  }

  test('are listed for who has the code, newest first, of one company where asked', async () => {
    const [one, other] = [await givenProperty(), await givenProperty()]
    const guestEmail = givenEmail()
    const older = await givenEntry(one, { guestEmail, createdAt: '2026-05-01T10:00:00.000Z' })
    const newer = await givenEntry(other, { guestEmail, createdAt: '2026-05-02T10:00:00.000Z' })
    await givenEntry(one)
    const headers = { 'x-guest-token': await provedBy(guestEmail) }
    const all = await call('listMyEntries', { headers })
    expect(all.reply.entries.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(all.reply.email).toBe(guestEmail)
    expect(all.reply.entries[0]?.company?.id).toBe(other.managerId)
    const some = await call('listMyEntries', { headers, query: { managerId: one.managerId } })
    expect(some.reply.entries.map(({ id }) => id)).toEqual([older.id])
  })

  test('asking answers alike for known and unknown addresses', async () => {
    const { guestEmail } = await givenEntry(await givenProperty())
    const known = await call('requestEmailCode', { body: { email: guestEmail } })
    const unknown = await call('requestEmailCode', { body: { email: givenEmail() } })
    expect(known).toMatchObject({ status: 200, reply: {} })
    expect(unknown).toEqual(known)
    const wrong = (email: string) => call('confirmEmailCode', { body: { email, code: '000000' } })
    expect((await wrong(givenEmail())).problem.code).toBe('code_expired')
  })

  test('neither the code nor the token is stored as it is', async () => {
    const email = givenEmail()
    const token = await provedBy(email)
    const { code } = codesSent().findLast((job) => job.email === email)!
    expect(code).toMatch(/^\d{6}$/)
    const { reply } = await call('listMyEntries', { headers: { 'x-guest-token': token } })
    expect(reply).toEqual({ email, entries: [] })
    const again = await call('confirmEmailCode', { body: { email, code } })
    expect(again.problem.code).toBe('code_expired')
  })

  test('a wrong code is refused, the sixth try whatever it is', async () => {
    const email = givenEmail()
    await call('requestEmailCode', { body: { email } })
    const { code } = codesSent().findLast((job) => job.email === email)!
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++)
      expect((await call('confirmEmailCode', { body: { email, code: wrong } })).problem.code).toBe(
        'code_wrong',
      )
    expect((await call('confirmEmailCode', { body: { email, code } })).problem.code).toBe('code_expired')
  })

  test('an address gets five codes an hour, from wherever they are asked; a network address asks for thirty', async () => {
    const email = givenEmail()
    const asking = async (sent: Sent<'requestEmailCode'>) => (await call('requestEmailCode', sent)).status
    for (let i = 0; i < 5; i++)
      expect(await asking({ body: { email }, sourceIp: `198.51.100.${i}` })).toBe(200)
    expect(await asking({ body: { email }, sourceIp: '198.51.100.9' })).toBe(429)

    const sourceIp = '203.0.113.7'
    for (let i = 0; i < 30; i++) await asking({ body: { email: givenEmail() }, sourceIp })
    expect(await asking({ body: { email: givenEmail() }, sourceIp })).toBe(429)
    // Behind CloudFront the viewer is the last but one hop; what stands before it is only claimed.
    const headers = { 'x-forwarded-for': `203.0.113.99, ${sourceIp}, 10.0.0.1` }
    expect(await asking({ body: { email: givenEmail() }, headers })).toBe(429)
  })

  test('need the token', async () => {
    for (const headers of [{}, { 'x-guest-token': 'made-up' }] as Record<string, string>[])
      expect(await call('listMyEntries', { headers })).toMatchObject({
        status: 401,
        problem: { code: 'guest_token_invalid' },
      })
  })
})
