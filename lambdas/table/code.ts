import { changeItem, deleteItem, getItem, putItem } from './client.ts'
import { addressHash, codeKey, guestTokenKey } from './keys.ts'
import { secondsAfter } from './property.ts'

/** Guesses that one code stands; a million codes make five guesses a chance of 1 in 200,000. */
export const mostTries = 5

/** Keeps an address's code, by its hash; an older one stops being valid. */
export async function saveCode(email: string, code: { hash: string; expiresAt: string }): Promise<void> {
  await putItem({
    ...codeKey(addressHash(email)),
    codeHash: code.hash,
    expiresAt: code.expiresAt,
    tries: 0,
    ttl: secondsAfter(code.expiresAt, 0),
  })
}

/**
 * Tries a code. Every try is counted before it is judged, so that guesses sent at once are guesses all the same;
 * a right one is used up.
 */
export async function tryCode(
  email: string,
  hash: string,
  now: string,
): Promise<'right' | 'wrong' | 'expired'> {
  const key = codeKey(addressHash(email))
  const kept = await changeItem(key, {
    add: { tries: 1 },
    // The table may show an expired item for days yet.
    when: 'attribute_exists(#pk) AND #expiresAt > :now AND #tries < :most',
    values: { now, most: mostTries },
  })
  if (!kept) return 'expired'
  if (kept['codeHash'] !== hash) return 'wrong'
  const used = await deleteItem(key, { when: '#codeHash = :hash', values: { hash } })
  return used ? 'right' : 'expired'
}

/** Keeps a guest's token, by its hash, with the address it proves. */
export async function saveGuestToken(
  tokenHash: string,
  proof: { email: string; expiresAt: string },
): Promise<void> {
  await putItem({ ...guestTokenKey(tokenHash), ...proof, ttl: secondsAfter(proof.expiresAt, 0) })
}

/** The address that a token proves; undefined for one that is unknown or over. */
export async function addressOfToken(tokenHash: string, now: string): Promise<string | undefined> {
  const item = await getItem(guestTokenKey(tokenHash))
  return item && String(item['expiresAt']) > now ? String(item['email']) : undefined
}
