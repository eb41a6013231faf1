import type { Wish } from '../../domain/waitlist.ts'
import { deleting, putting } from './client.ts'
import type { Write } from './client.ts'
import { addressHash, sameWishKey } from './keys.ts'

/** The part of a request that the guard is made of. */
type Guarded = Omit<Wish, 'guestName'> & { id: string; propertyId: string }

function guardKey({ propertyId, guestEmail, anyDates, checkInDate, checkOutDate }: Guarded) {
  const dates = anyDates ? 'any' : `${checkInDate}_${checkOutDate}`
  return sameWishKey(propertyId, addressHash(guestEmail), dates)
}

/**
 * A guest has one waiting request for the same dates of a property (decision D9): the step of a transaction
 * that makes a request wait is refused for whoever comes second.
 */
export function claimingWish(row: Guarded): Write {
  return { Put: putting({ ...guardKey(row), entryId: row.id }, { when: 'attribute_not_exists(#pk)' }) }
}

/** The step that ends it. Another request's guard is left alone, which is refused. */
export function releasingWish(row: Guarded): Write {
  return {
    Delete: deleting(guardKey(row), {
      when: 'attribute_not_exists(#pk) OR #entryId = :id',
      values: { id: row.id },
    }),
  }
}
