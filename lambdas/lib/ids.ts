import { randomBytes } from 'node:crypto'

/** 32 signs that are hard to misread, in the order of their values, so that ids sort like their numbers. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

/** `length` random signs of 5 bits each. 256 is a multiple of 32, so that no sign is likelier than another. */
function randomSigns(length: number): string {
  return Array.from(randomBytes(length), (byte) => signs[byte % 32]).join('')
}

/** Milliseconds since the epoch as 10 signs, enough until the year 10889. */
function timeSigns(milliseconds: number): string {
  let rest = milliseconds
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = signs[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** A property's id, sorting by the instant (ISO string) of its creation; 80 random bits tell equals apart. */
export function newPropertyId(createdAt: string): string {
  return `prop_${timeSigns(Date.parse(createdAt))}${randomSigns(16)}`
}

/** A request's id: 130 random bits, because holding it is the right to the request (decision D5). */
export function newEntryId(): string {
  return `wait_${randomSigns(26)}`
}
