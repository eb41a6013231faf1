import { countStayNights, isStayPast } from '../../domain/stay.ts'
import type { Stay } from '../../domain/stay.ts'
import { Problem } from '../../domain/problem.ts'
import type { Wish } from '../../domain/waitlist.ts'

/** The stay that a wish asks for; undefined for a flexible one. */
export function stayOf(wish: Pick<Wish, 'checkInDate' | 'checkOutDate'>): Stay | undefined {
  const { checkInDate: checkIn, checkOutDate: checkOut } = wish
  return checkIn && checkOut ? { checkIn, checkOut } : undefined
}

/**
 * The rules about dates that need the property and its calendar day.
 *
 * @param today the date at the property
 * @param at where the wish stands in the body, as a JSON pointer
 * @throws Problem `malformed_body` that names the field
 */
export function checkStay(
  stay: Stay,
  { today, minNights, at }: { today: string; minNights: number; at: string },
): void {
  const refuse = (field: string, detail: string) =>
    new Problem('malformed_body', detail, [{ pointer: `${at}/${field}`, detail }])
  if (isStayPast(stay, today)) throw refuse('checkInDate', 'Check-in cannot be in the past')
  if (countStayNights(stay) < minNights)
    throw refuse('checkOutDate', `This property takes stays of at least ${minNights} nights`)
}
