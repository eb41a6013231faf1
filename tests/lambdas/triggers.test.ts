import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { handler as confirmManager } from '../../lambdas/confirm-manager.ts'
import { handler as customMessage } from '../../lambdas/custom-message.ts'
import { listDue } from '../../lambdas/table/deferred.ts'
import { getManager } from '../../lambdas/table/manager.ts'
import { readSample } from '../events/samples.ts'
import { givenEmail, givenTable } from '../given.ts'

await givenTable()

const context = { awsRequestId: randomUUID() }

type Asked = {
  request: { codeParameter: string }
  response: { emailSubject?: string | null; emailMessage?: string | null }
}

/** What Cognito would send for an occasion, after it has put the code in. */
async function mailFor(triggerSource: string, email = 'mona+stays@company.test') {
  const event = readSample('custom-message.sign-up') as { request: { userAttributes: object } }
  const { userAttributes } = event.request
  const request = { ...event.request, userAttributes: { ...userAttributes, email } }
  const { request: asked, response } = (await customMessage({ ...event, triggerSource, request })) as Asked
  return {
    subject: response.emailSubject,
    html: response.emailMessage?.replaceAll(asked.codeParameter, '123456') ?? '',
  }
}

const linkIn = (html: string) => new URL(/href="([^"]+)"/.exec(html)![1]!)

describe('mails of an account', () => {
  test.each(['CustomMessage_SignUp', 'CustomMessage_ResendCode'])(
    '%s confirms by link or by code',
    async (occasion) => {
      const { subject, html } = await mailFor(occasion)
      expect(subject).toBe('Confirm your email address')
      const link = linkIn(html)
      expect(link.origin + link.pathname).toBe('https://app.test/auth')
      expect(Object.fromEntries(link.searchParams)).toEqual({
        confirm: '123456',
        email: 'mona+stays@company.test',
      })
      expect(html.replace(/<a .*<\/a>/, '')).toContain('123456')
    },
  )

  test('a forgotten password leads to the form for a new one', async () => {
    const { subject, html } = await mailFor('CustomMessage_ForgotPassword')
    expect(subject).toBe('Choose a new password')
    expect(Object.fromEntries(linkIn(html).searchParams)).toEqual({
      reset: '123456',
      email: 'mona+stays@company.test',
    })
  })

  test('a changed address is confirmed by code', async () => {
    for (const occasion of ['CustomMessage_UpdateUserAttribute', 'CustomMessage_VerifyUserAttribute'])
      expect((await mailFor(occasion)).html).toContain('123456')
  })

  test('other occasions keep the words of Cognito', async () => {
    expect(await mailFor('CustomMessage_AdminCreateUser')).toEqual({ subject: null, html: '' })
  })

  test('an address cannot leave its place in the link', async () => {
    const odd = `"><script>'&x=1@company.test`
    const { html } = await mailFor('CustomMessage_SignUp', odd)
    expect(html).not.toContain('<script>')
    expect(linkIn(html).searchParams.get('email')).toBe(odd)
  })
})

describe('a confirmed account', () => {
  const confirmed = (sub: string, triggerSource = 'PostConfirmation_ConfirmSignUp') => {
    const event = readSample('confirm-manager.sign-up') as { request: { userAttributes: object } }
    const userAttributes = { ...event.request.userAttributes, sub, email: givenEmail() }
    return { ...event, triggerSource, request: { ...event.request, userAttributes } }
  }

  test('becomes a manager with a trial, once, whatever Cognito repeats', async () => {
    const sub = randomUUID()
    const event = confirmed(sub)
    expect(await confirmManager(event, context)).toEqual(event)
    const row = await getManager(`mgr_${sub}`)
    expect(row).toMatchObject({ firstName: 'Mona', lastName: 'Manager', companyName: 'Seaside Stays' })
    await Promise.all([confirmManager(event, context), confirmManager(event, context)])
    expect(await getManager(`mgr_${sub}`)).toEqual(row)
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const mails = (await listDue(inAMonth, 1000)).filter(
      ({ job }) => job.kind === 'manager' && job.managerId === `mgr_${sub}`,
    )
    expect(mails).toHaveLength(2)
  })

  test('a new password makes no manager', async () => {
    const sub = randomUUID()
    await confirmManager(confirmed(sub, 'PostConfirmation_ConfirmForgotPassword'), context)
    expect(await getManager(`mgr_${sub}`)).toBeUndefined()
  })

  test('names are optional in what arrives', async () => {
    const sub = randomUUID()
    const event = confirmed(sub)
    const { email } = event.request.userAttributes
    await confirmManager({ ...event, request: { userAttributes: { sub, email } } }, context)
    expect(await getManager(`mgr_${sub}`)).toMatchObject({ email, companyName: null })
  })
})
