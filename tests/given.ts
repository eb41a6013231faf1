import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { emptyCalendar } from '../domain/calendar.ts'
import type { CalendarState } from '../domain/calendar.ts'
import type { NightRange } from '../domain/nights.ts'
import { trialDays } from '../domain/pricing.ts'
import type { PropertyDraft } from '../domain/property.ts'
import type { Wish } from '../domain/waitlist.ts'
import { newEntryId, newPropertyId } from '../lambdas/lib/ids.ts'
import { getCalendar, saveCalendar } from '../lambdas/table/calendar.ts'
import { addEntry } from '../lambdas/table/entry.ts'
import type { EntryRow } from '../lambdas/table/entry.ts'
import { indexes } from '../lambdas/table/keys.ts'
import { addManager, getManager, setSubscription, updateManager } from '../lambdas/table/manager.ts'
import type { ManagerRow } from '../lambdas/table/manager.ts'
import { createProperty, getProperty, setActive } from '../lambdas/table/property.ts'
import type { PropertyRow } from '../lambdas/table/property.ts'
import { createActivity } from '../local/activity.ts'
import { createClock } from '../local/clock.ts'
import { openDatabase } from '../local/database.ts'
import { createDynamodb } from '../local/dynamodb/service.ts'
import { createS3 } from '../local/s3/service.ts'
import type { S3 } from '../local/s3/service.ts'
import type { Service } from '../local/service.ts'
import { parseCredential } from '../local/sigv4.ts'
import { createSqs } from '../local/sqs/sqs.ts'
import { createStepFunctions } from '../local/states/states.ts'
import type { StepFunctions } from '../local/states/states.ts'
import { serve } from './local/serve.ts'

/**
 * What tests of functions stand on: the embedded services in memory, and rows as the product itself makes them.
 */

const accessKey = { id: 'LOCALtests', secret: 'tests' }
const region = 'us-east-1'

/** The table of the stack, as `infra/storage.ts` describes it. */
const table = {
  TableName: 'waitlist',
  KeySchema: keySchema('pk', 'sk'),
  AttributeDefinitions: ['', ...Object.values(indexes)].flatMap((index) =>
    ['pk', 'sk'].map((part) => ({ AttributeName: `${index}${part}`, AttributeType: 'S' })),
  ),
  GlobalSecondaryIndexes: Object.values(indexes).map((index) => ({
    IndexName: index,
    KeySchema: keySchema(`${index}pk`, `${index}sk`),
    Projection: { ProjectionType: index === indexes.address ? 'KEYS_ONLY' : 'ALL' },
  })),
  TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
}

function keySchema(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ]
}

const queueNamed = (name: string) => ({
  name,
  physicalName: name,
  arn: `arn:aws:sqs:${region}:000000000000:${name}`,
  url: `http://127.0.0.1/000000000000/${name}`,
  visibilityTimeoutSeconds: 60,
  delaySeconds: 0,
  retentionSeconds: 86_400,
})

const machine = {
  name: 'announce-opening',
  arn: `arn:aws:states:${region}:000000000000:stateMachine:announce-opening`,
  roleArn: `arn:aws:iam::000000000000:role/machine`,
  definition: { StartAt: 'Done', States: { Done: { Type: 'Succeed' } } },
}

export type GivenServices = {
  /** Bodies of the messages on a queue, oldest first. */
  messagesOn(queue: 'mail-queue' | 'check-queue'): unknown[]
  /** Takes everything off the queues. */
  clearQueues(): void
  executions: Pick<StepFunctions, 'list'>
  logos: { bucket: string; read: S3['readObject']; put: S3['putObject'] }
  /** Where the services answer. */
  url: string
  /** Has a service refuse every call, with words that must not travel on; undefined mends it. */
  refuse(service: 'dynamodb' | 'sqs' | 's3' | 'states' | undefined): void
}

/**
 * Starts table, queues, logo bucket and state machine in memory and points this process's SDK clients at them.
 * Once a file, awaited at its top; every test then begins with empty queues, and it ends with the file's tests.
 */
export async function givenTable(): Promise<GivenServices> {
  const database = openDatabase(undefined)
  const activity = createActivity()
  const clock = createClock(database, activity, undefined)
  const shared = { database, clock, activity, functions: noFunctions }
  const queues = ['mail-queue', 'check-queue'].map(queueNamed)
  const dynamodb = await createDynamodb({ clock, tables: [table] })
  const sqs = createSqs({ ...shared, queues, mappings: [], roles: new Map(), hook: () => undefined })
  const states = createStepFunctions({ ...shared, machines: [machine], roles: new Map() })
  const logos = 'logos-bucket'
  const s3 = createS3({
    clock,
    buckets: [{ name: logos, properties: {} }],
    credentials: (id) => (id === accessKey.id ? accessKey.secret : undefined),
  })
  const services: Record<string, Service> = { dynamodb, sqs, states, s3 }
  let refusing: string | undefined
  const { url, close } = await serve(dispatch(services, (service) => service === refusing))
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKey.id,
    AWS_SECRET_ACCESS_KEY: accessKey.secret,
    TABLE_NAME: table.TableName,
    LOGO_BUCKET: logos,
    // The SDK calls the host that the address names.
    MAIL_QUEUE_URL: `${url}/000000000000/mail-queue`,
    CHECK_QUEUE_URL: `${url}/000000000000/check-queue`,
    OPENING_MACHINE_ARN: machine.arn,
    APP_URL: 'https://app.test',
    WAITLIST_URL: 'https://waitlist.test',
    FEED_HTTP_HOSTS: '',
    MAIL_FROM: 'hello@waitlist.test',
    MAIL_CONFIGURATION_SET: 'mail',
    MAIL_RATE_PER_SECOND: '1000',
  })
  const clearQueues = () => sqs.queues.forEach((queue) => queue.purge())
  beforeEach(clearQueues)
  afterAll(async () => {
    await close()
    clock.close()
    await Promise.all(Object.values(services).map((service) => service.close()))
    database.close()
  })
  return {
    url,
    messagesOn: (name) =>
      sqs.queues
        .find((queue) => queue.definition.name === name)!
        .peek()
        .map(({ body }) => JSON.parse(body) as unknown),
    clearQueues,
    executions: states,
    logos: { bucket: logos, read: s3.readObject, put: s3.putObject },
    refuse: (service) => {
      refusing = service
    },
  }
}

/** Nothing is invoked here: queues and executions are looked at, not worked off. */
const noFunctions = {
  invoke: () => Promise.reject(new Error('No function runs here')),
} as unknown as Parameters<typeof createSqs>[0]['functions']

/** One service for all of them: the signature names the one that a call is meant for. */
const dispatch = (
  services: Record<string, Service>,
  isRefusing: (service: string) => boolean,
): Pick<Service, 'handle'> => ({
  async handle(request) {
    const name = parseCredential(request)?.service ?? 's3'
    const service = services[name]
    if (!service) throw new Error(`No service ${name} here`)
    if (!isRefusing(name)) return service.handle(request)
    const refusal = { __type: 'AccessDeniedException', message: 'The secret words of a service' }
    return { status: 400, headers: {}, body: JSON.stringify(refusal) }
  },
})

/** The property's calendar as if its link had been read, with these nights taken. */
export async function givenCalendar(
  propertyId: string,
  blocked: NightRange[],
  isFailing = false,
): Promise<void> {
  const at = now()
  const link: CalendarState['links'][number] = {
    key: 'link',
    blocked,
    furthest: null,
    earlierFurthest: [],
    readUpTo: dateIn(700),
    hash: 'hash',
    acceptedAt: at,
    failures: isFailing ? 1 : 0,
    ...(isFailing && { failingSince: at, failure: 'timeout' }),
  }
  await saveCalendar(await getCalendar(propertyId), { ...emptyCalendar(propertyId), links: [link] })
}

/** A key as a client makes it for one action. */
export const givenKey = () => randomBytes(16).toString('base64url')

/** An address that no other test uses. */
export const givenEmail = () => `guest-${randomUUID().slice(0, 8)}@mail.test`

const dayMs = 24 * 60 * 60 * 1000

/** The instant of the call, as rows keep it. */
export const now = () => new Date().toISOString()

/** The plain date `days` from today, in UTC. */
export const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** A manager in the trial; `isActive: false` is one whose trial ended. */
export async function givenManager(
  given: { companyName?: string | null; companySlug?: string; isActive?: boolean } = {},
): Promise<ManagerRow> {
  const id = `mgr_${randomUUID()}`
  const createdAt = new Date()
  await addManager({
    id,
    email: `manager-${id.slice(4, 12)}@company.test`,
    firstName: 'Mona',
    lastName: 'Tester',
    companyName: given.companyName === undefined ? 'Seaside Stays' : given.companyName,
    subscriptionActive: true,
    subscribed: false,
    trialEndsAt: new Date(createdAt.getTime() + trialDays * dayMs).toISOString(),
    createdAt: createdAt.toISOString(),
  })
  let row = (await getManager(id))!
  if (given.companySlug) await updateManager(row, { companySlug: given.companySlug })
  row = (await getManager(id))!
  if (given.isActive === false) await setSubscription(row, { subscriptionActive: false, subscribed: false })
  return (await getManager(id))!
}

export const givenDraft = (given: Partial<PropertyDraft> = {}): PropertyDraft => ({
  name: 'Harbour Loft',
  description: 'Two rooms above the harbour',
  imageUrl: null,
  bookingUrl: 'https://booking.test/harbour-loft',
  icalUrls: ['https://calendars.test/harbour-loft.ics'],
  timezone: 'UTC',
  minNights: 1,
  ...given,
})

/** A property of the manager; of a new manager where none is given. Active unless told otherwise. */
export async function givenProperty(
  given: Partial<PropertyDraft> & { manager?: ManagerRow; isActive?: boolean } = {},
): Promise<PropertyRow> {
  const { manager = await givenManager(), isActive = true, ...draft } = given
  const createdAt = new Date(Date.now() - randomInt(1, 1000)).toISOString()
  const id = newPropertyId(createdAt)
  const row = await createProperty({
    id,
    managerId: manager.id,
    draft: givenDraft(draft),
    createdAt,
    key: givenKey(),
  })
  if (!isActive) await setActive(row!, false)
  return (await getProperty(id))!
}

export const givenWish = (given: Partial<Wish> = {}): Wish => ({
  guestName: 'Gia Guest',
  guestEmail: givenEmail(),
  guestPhone: null,
  checkInDate: null,
  checkOutDate: null,
  anyDates: true,
  notificationPreference: 'email',
  ...given,
  ...(given.checkInDate && { anyDates: false }),
})

/** A waiting request for the property; flexible unless it is given dates. */
export async function givenEntry(
  property: PropertyRow,
  given: Partial<Wish> & { createdAt?: string } = {},
): Promise<EntryRow> {
  const { createdAt = new Date().toISOString(), ...wish } = given
  const joined = await addEntry({
    id: newEntryId(),
    property,
    wish: givenWish(wish),
    createdAt,
    key: givenKey(),
    isFreeNow: false,
    deliveryIssue: null,
  })
  if (joined.kind !== 'joined') throw new Error(`The given request was not added: ${joined.kind}`)
  return joined.row
}
