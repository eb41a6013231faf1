/** Addresses and numbers that get no more messages, known by their hash alone. */
import * as z from 'zod/mini'
import { DeliveryIssue } from '../../domain/waitlist.ts'
import { deleteItem, getItem, putItem } from './client.ts'
import { addressHash, suppressionKey } from './keys.ts'

const Suppression = z.object({ issue: DeliveryIssue })

/** Why an address or number gets no more messages; undefined while it may get them. */
export async function suppressionOf(address: string): Promise<DeliveryIssue | undefined> {
  const item = await getItem(suppressionKey(addressHash(address)))
  return item && Suppression.parse(item).issue
}

/** Stops further messages to an address or number. */
export async function suppress(address: string, issue: DeliveryIssue, at: string): Promise<void> {
  await putItem({ ...suppressionKey(addressHash(address)), issue, at })
}

/** Lets messages go to an address or number again, as after its correction. */
export async function clearSuppression(address: string): Promise<void> {
  await deleteItem(suppressionKey(addressHash(address)))
}
