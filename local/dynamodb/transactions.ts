import { createHash } from 'node:crypto'
import type { Clock } from '../service.ts'
import { transactional } from './capacity.ts'
import { dynalite, fault, isException, run, validate } from './dynalite.ts'
import type { ActionName, Item, Json, ServiceFault } from './dynalite.ts'
import { locate } from './keys.ts'
import type { Overlay } from './overlay.ts'
import { apply, capacityOf, commit, prepare, tableOf, wantsOldItem } from './writes.ts'
import type { Database, ItemWrite } from './writes.ts'

/** The service remembers a ClientRequestToken for ten minutes. */
const tokenLifetimeMs = 10 * 60 * 1000

/** As many items as one transaction may hold. */
const maxItems = 100

const actionOf: Record<string, ActionName> = {
  Put: 'putItem',
  Update: 'updateItem',
  Delete: 'deleteItem',
  // A check is a delete that stops after its condition: the same fields, the same validation.
  ConditionCheck: 'deleteItem',
}

type Part = ItemWrite & { kind: string }
type Reason = { Code: string; Message?: string; Item?: Item }

export type Transactions = {
  write(raw: Json): Promise<Json>
  get(raw: Json): Promise<Json>
}

export const createTransactions = (database: Database, clock: Clock): Transactions => {
  const tokens = new Map<string, { digest: string; reply: Json; until: number }>()

  /** The reply to an earlier identical call with this token. */
  const recall = (token: string, digest: string): Json | undefined => {
    for (const [old, { until }] of tokens) {
      if (until > clock.now()) break
      tokens.delete(old)
    }
    const known = tokens.get(token)
    if (known && known.digest !== digest) {
      throw fault(
        'IdempotentParameterMismatchException',
        'The request uses the same client token as a previous, but non-identical request.',
      )
    }
    return known?.reply
  }

  return {
    write: async (raw) => {
      const parts = readItems(raw).map((item) => readPart(database, item))
      const locations = parts.map(({ location }) => location)
      if (new Set(locations).size < locations.length) {
        throw fault(
          'ValidationException',
          'Transaction request cannot include multiple operations on one item',
        )
      }
      const token = raw['ClientRequestToken'] as string | undefined
      const digest = createHash('sha256').update(JSON.stringify(raw['TransactItems'])).digest('hex')
      // Looked up while the items are locked, so that a retry waits for the call that it repeats.
      const { result, changes } = await commit(database, locations, async (overlay) => {
        const known = token === undefined ? undefined : recall(token, digest)
        if (known) return known
        await applyAll(overlay, parts)
        return undefined
      })
      if (result) return result
      const capacity = capacityOf(database, raw, changes, transactional)
      const reply = capacity ? { ConsumedCapacity: capacity } : {}
      if (token !== undefined) tokens.set(token, { digest, reply, until: clock.now() + tokenLifetimeMs })
      return reply
    },

    get: async (raw) => {
      const mode = raw['ReturnConsumedCapacity']
      const gets = readItems(raw).map(({ Get }) =>
        validate(database.store, 'getItem', { ...Get, ConsistentRead: true, ReturnConsumedCapacity: mode }),
      )
      const locations = gets.map((get) => locate(get['Key'] as Item, tableOf(database, get['TableName'])))
      const replies = await database.locks([...new Set(locations)], () =>
        Promise.all(gets.map((get) => run(database.store, 'getItem', get))),
      )
      const responses = replies.map(({ Item }) => (Item ? { Item } : {}))
      const capacity = mode === undefined || mode === 'NONE' ? undefined : readCapacity(replies)
      return { Responses: responses, ...(capacity && { ConsumedCapacity: capacity }) }
    },
  }
}

const readItems = (raw: Json): Record<string, Json>[] => {
  const items = raw['TransactItems']
  if (!Array.isArray(items) || items.length === 0 || items.length > maxItems) {
    throw fault(
      'ValidationException',
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
        `Member must have length between 1 and ${maxItems}`,
    )
  }
  return items
}

const readPart = (database: Database, item: Record<string, Json>): Part => {
  const [kind, raw] = Object.entries(item)[0] ?? []
  const action = kind === undefined ? undefined : actionOf[kind]
  if (!kind || !raw || !action || Object.keys(item).length > 1) {
    throw fault('ValidationException', 'TransactItems can only contain one of Check, Put, Update or Delete')
  }
  return { kind, ...prepare(database, action, raw) }
}

/** Applies every part, or throws with the reason of each: AWS lists all of them, not only the first. */
const applyAll = async (overlay: Overlay, parts: Part[]): Promise<void> => {
  const reasons = await Promise.all(parts.map((part) => reasonAgainst(overlay, part)))
  if (reasons.every(({ Code }) => Code === 'None')) return
  const codes = reasons.map(({ Code }) => Code).join(', ')
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  throw fault('TransactionCanceledException', message, { Message: message, CancellationReasons: reasons })
}

const reasonAgainst = async (overlay: Overlay, part: Part): Promise<Reason> => {
  try {
    if (part.kind === 'ConditionCheck') await check(overlay, part)
    else await apply(overlay, part)
    return { Code: 'None' }
  } catch (error) {
    if (isException(error, 'ConditionalCheckFailedException')) return reason('ConditionalCheckFailed', error)
    if (isException(error, 'ValidationException')) return reason('ValidationError', error)
    throw error
  }
}

const reason = (code: string, { message, body }: ServiceFault): Reason => ({
  Code: code,
  Message: message || 'The conditional request failed',
  ...(body['Item'] !== undefined && { Item: body['Item'] as Item }),
})

const check = async (overlay: Overlay, { request, raw }: Part): Promise<void> => {
  const read = await run(overlay.store, 'getItem', { TableName: request['TableName'], Key: request['Key'] })
  const item = read['Item'] as Item | undefined
  const failure = dynalite.checkConditional(request, item)
  if (!failure) return
  if (item && wantsOldItem(raw)) failure.body['Item'] = item
  throw failure
}

const readCapacity = (replies: Json[]): Json[] => {
  const units = new Map<string, number>()
  for (const { ConsumedCapacity } of replies as {
    ConsumedCapacity: { TableName: string; CapacityUnits: number }
  }[]) {
    const { TableName: name, CapacityUnits: cost } = ConsumedCapacity
    units.set(name, (units.get(name) ?? 0) + transactional * cost)
  }
  return [...units].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }))
}
