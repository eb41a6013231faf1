import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { trialDays } from '../../domain/pricing.ts'
import { handler } from '../../lambdas/manager-api.ts'
import { listDue } from '../../lambdas/table/deferred.ts'
import { getManager } from '../../lambdas/table/manager.ts'
import type { ManagerRow } from '../../lambdas/table/manager.ts'
import { callsTo, eventOf } from '../call.ts'
import { givenEmail, givenManager, givenProperty, givenTable } from '../given.ts'

await givenTable()

let manager: ManagerRow
beforeEach(async () => {
  manager = await givenManager()
})

const call = callsTo(handler, () => manager)

describe('signing in', () => {
  test('the first call makes the row that the confirmation could not, once, with its trial', async () => {
    const sub = randomUUID()
    const as = {
      sub,
      email: givenEmail(),
      given_name: 'Nia',
      family_name: 'New',
      'custom:company_name': 'New Stays',
    }
    const answers = await Promise.all([1, 2, 3].map(() => call('getProfile', { as })))
    for (const { status, reply } of answers) {
      expect(status).toBe(200)
      expect(reply).toMatchObject({
        id: `mgr_${sub}`,
        email: as.email,
        firstName: 'Nia',
        lastName: 'New',
        companyName: 'New Stays',
        companySlug: null,
        subscriptionActive: true,
        subscribed: false,
        waitlistUrl: `https://waitlist.test/manager/mgr_${sub}`,
      })
      const days = (Date.parse(reply.trialEndsAt) - Date.parse(reply.createdAt)) / 86_400_000
      expect(days).toBe(trialDays)
    }
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const mails = (await listDue(inAMonth, 1000)).filter(
      ({ job }) => job.kind === 'manager' && job.managerId === `mgr_${sub}`,
    )
    expect(mails.map(({ job }) => job.kind === 'manager' && job.about)).toEqual([
      'trial_ending',
      'trial_ended',
    ])
    const daysUntil = mails.map(({ dueAt }) => Math.round((Date.parse(dueAt) - Date.now()) / 86_400_000))
    expect(daysUntil).toEqual([trialDays - 3, trialDays])
  })

  test('without an account in the token nothing is answered', async () => {
    const { as: _nobody, ...event } = { as: undefined, ...eventOf('getProfile') }
    expect((await handler(event)).statusCode).toBe(401)
    // An access token names no address, so no row can be made of it.
    expect((await call('getProfile', { as: { sub: randomUUID() } })).problem.code).toBe('not_signed_in')
  })
})

describe('profile', () => {
  test('names, company and slug change; the address follows the slug', async () => {
    const companySlug = `stays-${Date.now()}`
    const { reply } = await call('updateProfile', { body: { firstName: 'Ada', companySlug } })
    expect(reply).toMatchObject({
      firstName: 'Ada',
      lastName: 'Tester',
      companySlug,
      waitlistUrl: `https://waitlist.test/${companySlug}`,
    })
    const without = await call('updateProfile', { body: { companySlug: null, companyName: null } })
    expect(without.reply).toMatchObject({ companySlug: null, companyName: null })
    expect((await getManager(manager.id))?.companySlug).toBeNull()
  })

  test('a taken, reserved or malformed slug is refused by its field', async () => {
    const companySlug = `taken-${Date.now()}`
    await givenManager({ companySlug })
    const refused = async (slug: string) =>
      (await call('updateProfile', { body: { companySlug: slug } })).problem
    expect(await refused(companySlug)).toMatchObject({
      status: 409,
      code: 'slug_taken',
      detail: 'This company URL slug is already in use. Please choose a different one.',
      errors: [{ pointer: '/companySlug' }],
    })
    expect(await refused('dashboard')).toMatchObject({ status: 409, code: 'slug_reserved' })
    expect(await refused('No Spaces')).toMatchObject({ status: 400, errors: [{ pointer: '/companySlug' }] })
    const available = async (slug: string) => (await call('checkSlug', { params: { slug } })).reply.available
    expect(
      await Promise.all([companySlug, 'dashboard', 'No Spaces', `free-${Date.now()}`].map(available)),
    ).toEqual([false, false, false, true])
  })

  test('settings have the defaults of the product until saved', async () => {
    const before = await call('getSettings')
    expect(before.reply).toMatchObject({
      isDefault: true,
      emailSubject: 'Dates Available for {property_name}',
      fromName: 'Seaside Stays',
      fromEmail: manager.email,
      notifyOnNewWaitlist: false,
    })
    const { isDefault: _, ...settings } = before.reply
    const body = { ...settings, emailSubject: 'Free: {property_name}' }
    expect((await call('saveSettings', { body })).reply).toEqual({ ...body, isDefault: false })
    expect((await call('getSettings')).reply.emailSubject).toBe('Free: {property_name}')
    const injected = { ...body, fromName: 'Stays\r\nBcc: everybody@mail.test' }
    expect((await call('saveSettings', { body: injected })).problem.errors?.[0]?.pointer).toBe('/fromName')
  })

  test('billing shows plan and cost, and offers nothing that is not built', async () => {
    for (let i = 0; i < 3; i++) await givenProperty({ manager, isActive: i !== 2 })
    expect((await call('checkSubscription')).reply).toMatchObject({
      subscribed: false,
      subscriptionActive: true,
      propertyCount: 2,
      monthlyCostCents: 145,
    })
    for (const name of ['createCheckout', 'openCustomerPortal'] as const)
      expect((await call(name)).problem).toMatchObject({ status: 503, code: 'billing_unavailable' })
  })
})
