import { describe, expect, test } from 'vitest'
import { dayAfter, zoneAt } from '../../faults/zones.ts'
import { givenBooked, givenSharedWorld } from './given-booked.ts'
import type { Booked } from './given-booked.ts'
import type { Call, Verdict } from '../../../local/calls.ts'
import { announceNewRequest } from '../../../lambdas/guest/new-request.ts'
import { claimAlert, listClaimsOfEntry } from '../../../lambdas/table/claim.ts'
import { getEntry } from '../../../lambdas/table/entry.ts'
import { getManager } from '../../../lambdas/table/manager.ts'
import { getProperties } from '../../../lambdas/table/property.ts'
import { saveSettings } from '../../../lambdas/table/settings.ts'
import { clearSuppression, suppress, suppressionOf } from '../../../lambdas/table/suppression.ts'
import { deferMessage } from '../../../lambdas/table/deferred.ts'
import { defaultSettings } from '../../../domain/manager.ts'

/** From the queue to the accepted message: each once, at the right hour, to addresses that want it. */

const quarter = 15 * 60
const hour = 3600

const world = await givenSharedWorld()

const day = (days: number) => dayAfter(world.now(), days)

/** Cancels the middle booking of these properties and lets both readings pass. */
async function open(...booked: Pick<Booked, 'cancel'>[]): Promise<void> {
  for (const { cancel } of booked) cancel()
  await world.pass(2 * quarter)
}

/** Strikes the first call that fits. */
function strikeOnce(fits: (call: Call) => boolean, verdict: Verdict): void {
  let isStruck = false
  world.stack.onCall((call) => {
    if (isStruck || !fits(call)) return undefined
    isStruck = true
    return verdict
  })
}

const sendingMail = (phase: Call['phase']) => (call: Call) =>
  call.functionName === 'send-mail' && call.service === 'ses' && call.phase === phase

describe('once, whatever happens', () => {
  test('a message that the queue delivers twice is sent once', async () => {
    const { property, cancel } = await givenBooked(world)
    for (let i = 0; i < 12; i++) await world.givenEntry(property, { isPriority: true })
    const seen = new Set<string>()
    world.stack.onDelivery(({ messageId }) => {
      if (seen.has(messageId)) return undefined
      seen.add(messageId)
      return 'duplicate'
    })
    await open({ cancel })
    await world.pass(hour)
    expect(world.messages()).toHaveLength(12)
  })

  test('a sender that dies before the provider has the message sends it later', async () => {
    const { property, cancel } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    strikeOnce(sendingMail('before'), 'kill-function')
    await open({ cancel })
    await world.pass(hour)
    expect(world.messages()).toHaveLength(1)
  })

  test("a sender that dies after the provider has the message learns it from the provider's event", async () => {
    const { property, cancel } = await givenBooked(world)
    const entry = await world.givenEntry(property, { isPriority: true })
    strikeOnce(sendingMail('after'), 'kill-function')
    await open({ cancel })
    await world.pass(2 * hour)
    expect(world.messages()).toHaveLength(1)
    expect((await getEntry(entry.id))?.isNotified).toBe(true)
    expect((await listClaimsOfEntry(entry.id))[0]?.state).toBe('delivered')
  })

  test('the documented edge: when that event is lost as well, the message comes a second time', async () => {
    const { property, cancel } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    let isStruck = false
    world.stack.onCall((call) => {
      if (call.functionName === 'mail-feedback') return 'kill-function'
      if (isStruck || !sendingMail('after')(call)) return undefined
      isStruck = true
      return 'kill-function'
    })
    await open({ cancel })
    await world.pass(2 * hour)
    expect(world.messages()).toHaveLength(2)
  })

  test('who got a message that its request does not know of yet is not told again of the same dates', async () => {
    const { property, cancel } = await givenBooked(world)
    const entry = await world.givenEntry(property, {
      checkInDate: day(21),
      checkOutDate: day(23),
      isPriority: true,
    })
    let isAccepted = false
    // Its sender dies with the provider's yes, and whoever takes the job over dies as well.
    world.stack.onCall((call) => {
      if (call.functionName !== 'send-mail') return undefined
      isAccepted ||= sendingMail('after')(call)
      return isAccepted ? 'kill-function' : undefined
    })
    await open({ cancel })
    await world.pass(2 * hour)
    expect(world.stack.queue('mail-dlq').counts().visible).toBeGreaterThan(0)
    world.stack.onCall(undefined)
    // Somebody joins for free dates, so that the next check looks at all requests.
    await world.givenEntry(property, { checkInDate: day(40), checkOutDate: day(42), isFreeNow: true })
    await world.pass(2 * hour)
    expect(world.messages().filter(({ to }) => to.includes(entry.guestEmail))).toHaveLength(1)

    world.redrive()
    await world.pass(hour)
    expect((await getEntry(entry.id))?.isNotified).toBe(true)
    expect(world.messages().filter(({ to }) => to.includes(entry.guestEmail))).toHaveLength(1)
  })

  test('a provider that has too much to do gets the messages later, and none becomes a dead letter', async () => {
    const { property, cancel } = await givenBooked(world)
    for (let i = 0; i < 15; i++) await world.givenEntry(property, { isPriority: true })
    let refusals = 0
    world.stack.onCall((call) =>
      sendingMail('before')(call) && refusals++ < 40
        ? { error: { code: 'Throttling', status: 400 } }
        : undefined,
    )
    await open({ cancel })
    await world.pass(hour)
    expect(refusals).toBeGreaterThan(40)
    expect(world.messages()).toHaveLength(15)
    expect(world.stack.queue('mail-dlq').counts().visible).toBe(0)
  })

  test('a check that dies between finding an opening and announcing it leaves that to the next one', async () => {
    const { property, cancel } = await givenBooked(world)
    await world.givenEntry(property, { isPriority: true })
    strikeOnce((call) => call.service === 'states' && call.phase === 'before', 'kill-function')
    await open({ cancel })
    expect(world.messages()).toHaveLength(0)
    await world.pass(quarter)
    expect(world.messages()).toHaveLength(1)
  })

  test('a guest whose text message nobody claimed any more, because somebody died between two channels, gets it', async () => {
    const { property, cancel } = await givenBooked(world)
    const shared = { guestEmail: 'pair@mail.test', guestPhone: '+15552010042' }
    const first = await world.givenEntry(property, { ...shared, isPriority: true })
    const second = await world.givenEntry(property, {
      ...shared,
      checkInDate: day(21),
      checkOutDate: day(24),
      notificationPreference: 'both',
    })
    await open({ cancel })
    const { openingId } = (await listClaimsOfEntry(first.id))[0]!
    // The page that died had hung the second request on the first one's mail, and not come to its text message.
    expect(await claimAlert(openingId, second, 'email', world.now())).toBe(first.id)
    const again = {
      kind: 'alert',
      propertyId: property.id,
      openingId,
      entryId: first.id,
      channels: ['email'],
    }
    world.stack.queue('mail-queue').send(JSON.stringify(again))
    await world.pass(hour)

    expect(world.messages('email').filter(({ to }) => to.includes(shared.guestEmail))).toHaveLength(1)
    expect(world.messages('sms').map(({ to }) => to)).toEqual([[shared.guestPhone]])
    expect((await getEntry(second.id))?.isNotified).toBe(true)
  })

  test('a page of guests that dies halfway is done again without telling anybody twice', async () => {
    const { property, cancel } = await givenBooked(world)
    for (let i = 0; i < 30; i++) await world.givenEntry(property, { isPriority: true })
    let claims = 0
    strikeOnce(
      (call) =>
        call.functionName === 'notify-guests' && call.action === 'TransactWriteItems' && ++claims === 15,
      'kill-function',
    )
    await open({ cancel })
    await world.pass(quarter)
    expect(world.messages()).toHaveLength(30)
  })
})

test('no name can add a header to a mail, nor speak as somebody else', async () => {
  const manager = await world.givenManager()
  const fromName = 'Eve" <eve@evil.test>, "x'
  await saveSettings(manager.id, { ...defaultSettings(manager), fromName })
  const { property, cancel } = await givenBooked(world, { manager, name: 'Loft\r\nBcc: everybody@mail.test' })
  const entry = await world.givenEntry(property, { isPriority: true })
  await open({ cancel })
  const [message] = world.messages()
  expect(message?.to).toEqual([entry.guestEmail])
  expect(message?.headers).not.toHaveProperty('bcc')
  expect(message?.subject).toBe('Dates Available for Loft Bcc: everybody@mail.test')
  expect(message?.from).toMatch(/<hello@waitlist\.example>$/)
})

describe('text messages', () => {
  const phone = '+15550001111'

  test('go to who chose them, alone or beside the mail', async () => {
    const { property, cancel } = await givenBooked(world)
    const both = await world.givenEntry(property, {
      notificationPreference: 'both',
      guestPhone: phone,
      isPriority: true,
    })
    await world.givenEntry(property, {
      notificationPreference: 'sms',
      guestPhone: '+15550001112',
      isPriority: true,
    })
    await open({ cancel })
    expect(world.messages('sms').map(({ to }) => to[0])).toEqual(
      expect.arrayContaining([phone, '+15550001112']),
    )
    expect(world.messages('email').map(({ to }) => to[0])).toEqual([both.guestEmail])
    const text = world.messages('sms').find(({ to }) => to[0] === phone)!.text
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text).toContain(`/waitlist-entry/${both.id}`)
    expect(text).toContain('STOP')
  })

  test('wait through the night unless the guest is priority, though the mail went before', async () => {
    const { property, cancel } = await givenBooked(world, { timezone: zoneAt(world.now(), 22) })
    const first = '+15550002221'
    const second = '+15550002222'
    await world.givenEntry(property, { notificationPreference: 'sms', guestPhone: first, isPriority: true })
    const standard = await world.givenEntry(property, { notificationPreference: 'both', guestPhone: second })
    await open({ cancel })
    await world.pass(hour + quarter)
    expect(world.messages('sms').map(({ to }) => to[0])).toEqual([first])
    expect(world.messages('email').map(({ to }) => to[0])).toEqual([standard.guestEmail])
    expect((await getEntry(standard.id))?.isNotified).toBe(true)
    await world.pass(10 * hour)
    expect(world.messages('sms').map(({ to }) => to[0])).toEqual([first, second])
    expect(world.messages('email')).toHaveLength(1)
  })

  test('end with STOP, and the manager sees why', async () => {
    const { property, cancel } = await givenBooked(world)
    const guestPhone = '+15550003333'
    const entry = await world.givenEntry(property, {
      notificationPreference: 'sms',
      guestPhone,
      isPriority: true,
    })
    world.stack.inbox.optOut(guestPhone)
    await open({ cancel })
    expect(world.messages('sms')).toHaveLength(0)
    expect(await getEntry(entry.id)).toMatchObject({ isNotified: false, deliveryIssue: 'phone_opted_out' })
    expect((await listClaimsOfEntry(entry.id))[0]?.state).toBe('refused')
  })
})

describe('courtesy', () => {
  test('the fourth alert of a day and those after it come in one digest, none is dropped', async () => {
    const manager = await world.givenManager()
    const guestEmail = 'busy@mail.test'
    const houses: Booked[] = []
    const entries: string[] = []
    for (let i = 0; i < 6; i++) {
      const booked = await givenBooked(world, { manager, name: `House ${i}` })
      houses.push(booked)
      entries.push((await world.givenEntry(booked.property, { guestEmail, isPriority: true })).id)
    }
    await open(...houses)
    await world.pass(2 * hour)
    const messages = world.messages('email')
    expect(messages).toHaveLength(4)
    const digest = messages.at(-1)!
    expect(digest.subject).toBe('3 more places have dates for you')
    const names = houses.map(({ property }) => property.name)
    expect(names.filter((name) => digest.text.includes(name))).toHaveLength(3)
    for (const name of names) expect(messages.some(({ text }) => text.includes(name))).toBe(true)
    for (const id of entries) expect((await getEntry(id))?.isNotified).toBe(true)
  })

  test('a digest tells only what is still free, and dies and comes back without telling twice', async () => {
    const manager = await world.givenManager()
    const guestEmail = 'digest@mail.test'
    const houses: Booked[] = []
    const entries: string[] = []
    for (let i = 0; i < 6; i++) {
      const booked = await givenBooked(world, { manager, name: `Place ${i}` })
      houses.push(booked)
      entries.push((await world.givenEntry(booked.property, { guestEmail, isPriority: true })).id)
    }
    await open(...houses)
    const notified = async () => {
      const rows = await Promise.all(entries.map((id) => getEntry(id)))
      return rows.map((row) => row?.isNotified)
    }
    const gathered = (await notified()).flatMap((isNotified, i) => (isNotified ? [] : [i]))
    expect(gathered).toHaveLength(3)
    // One of the gathered ones is booked again before the hour is over.
    const gone = gathered[0]!
    houses[gone]!.book()
    // Now, because the round at the full hour would run beside the digest's own.
    await world.check(houses[gone]!.property)
    strikeOnce((call) => sendingMail('after')(call) && world.messages().length === 4, 'kill-function')
    await world.pass(3 * hour)

    expect(world.messages('email')).toHaveLength(4)
    const digest = world.messages('email').at(-1)!
    expect(digest.subject).toBe('2 more places have dates for you')
    expect(digest.text).not.toContain(houses[gone]!.property.name)
    expect(await notified()).toEqual(entries.map((_, i) => i !== gone))
  })
})

describe('addresses that refuse mail', () => {
  test.each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ] as const)('%s: no further mail, the manager sees why, a correction helps', async (part, issue) => {
    const { property, cancel } = await givenBooked(world)
    const again = await givenBooked(world)
    const guestEmail = `${part}+guest@mail.test`
    const first = await world.givenEntry(property, { guestEmail, isPriority: true })
    const second = await world.givenEntry(again.property, { guestEmail, isPriority: true })
    await open({ cancel })
    expect(world.messages()).toHaveLength(1)
    expect((await getEntry(first.id))?.deliveryIssue).toBe(issue)
    expect((await getEntry(second.id))?.deliveryIssue).toBe(issue)
    expect((await listClaimsOfEntry(first.id))[0]?.state).toBe(issue)

    await open(again)
    expect(world.messages()).toHaveLength(1)
    expect(await suppressionOf(guestEmail)).toBe(issue)
    await clearSuppression(guestEmail)
    expect(await suppressionOf(guestEmail)).toBeUndefined()
  })
})

test('a code is mailed once, however often it is queued, also to who wants no alerts', async () => {
  const email = 'muted@mail.test'
  const { property } = await givenBooked(world)
  await world.givenEntry(property, { guestEmail: email })
  await suppress(email, 'unsubscribed', world.now())
  const job = { kind: 'code', email, code: '493027', requestId: 'request-1' }
  const toNobodyKnown = { ...job, email: 'stranger@mail.test', requestId: 'request-2' }
  for (const one of [job, toNobodyKnown, job, job]) world.stack.queue('code-queue').send(JSON.stringify(one))
  await world.stack.settle()
  await world.pass(hour)
  const messages = world.messages()
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({ to: [email], subject: expect.stringContaining('493027') })
  expect(messages[0]!.headers).not.toHaveProperty('list-unsubscribe')
})

describe('mail to managers', () => {
  test('new requests come as one digest for a quarter of an hour, to those who asked for it', async () => {
    const manager = await world.givenManager()
    await saveSettings(manager.id, { ...defaultSettings(manager), notifyOnNewWaitlist: true })
    const { property } = await givenBooked(world, { manager })
    for (const guestName of ['Ada', 'Ben', 'Cleo']) {
      await world.givenEntry(property, { guestName })
      await announceNewRequest(manager.id, world.now())
    }
    await world.pass(2 * quarter)
    const messages = world.messages()
    expect(messages.map(({ subject }) => subject)).toEqual(['3 new waitlist requests'])
    expect(messages[0]!.to).toEqual([manager.email])
    for (const guestName of ['Ada', 'Ben', 'Cleo']) expect(messages[0]!.text).toContain(guestName)
  })

  test('a trial ends: two mails, the oldest property stays, the others pause', async () => {
    // Little more than the three days of the warning: every quarter hour that passes costs some milliseconds.
    const manager = await world.givenManager({ trialDays: 3.1 })
    const houses = [
      await givenBooked(world, { manager }),
      await givenBooked(world, { manager }),
      await givenBooked(world, { manager }),
    ]
    const end = Date.parse(manager.trialEndsAt)
    for (const [about, dueAt] of [
      ['trial_ending', end - 3 * 86_400_000],
      ['trial_ended', end],
    ] as const) {
      await deferMessage({
        id: `${manager.id}.${about}`,
        dueAt: new Date(dueAt).toISOString(),
        job: { kind: 'manager', managerId: manager.id, about, occasionId: about },
      })
    }
    await world.pass(3 * hour)
    expect(world.messages().map(({ subject }) => subject)).toEqual(['Your trial ends in three days'])
    await world.pass(3 * 86_400)
    expect(world.messages().map(({ subject }) => subject)).toEqual([
      'Your trial ends in three days',
      'Your trial has ended',
    ])
    expect((await getManager(manager.id))?.subscriptionActive).toBe(false)
    const rows = await getProperties(houses.map(({ property }) => property.id))
    expect(houses.map(({ property }) => rows.get(property.id)?.isActive)).toEqual([true, false, false])
  }, 60_000)
})

test('no name, address or number stands in any log', async () => {
  const { property, cancel } = await givenBooked(world, { name: 'Villa Geheim' })
  await world.givenEntry(property, {
    guestName: 'Zaphod Beeblebrox',
    guestEmail: 'bounce+zaphod@mail.test',
    guestPhone: '+15550009876',
    notificationPreference: 'both',
    isPriority: true,
  })
  strikeOnce(sendingMail('before'), { error: { code: 'ServiceUnavailable', status: 503 } })
  await open({ cancel })
  await world.pass(hour)
  const lines = world.stack.logs.map(({ text }) => text)
  expect(lines.length).toBeGreaterThan(10)
  const personal = /zaphod|beeblebrox|5550009876|mail\.test|company\.test|Mona|Villa Geheim|Gia Guest/i
  expect(lines.filter((line) => personal.test(line))).toEqual([])
})
