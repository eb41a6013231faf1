/** Chance that can be repeated: everything that a seed decides is a number of these. */

/** A number in [0, 1) that is always the same for the same words. */
export function chance(seed: number, ...words: (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed
  for (const letter of words.join('\u0000')) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  }
  // The last bits of an FNV hash are poor: one round of mixing spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** One of several, by chance. */
export function pick<Item>(items: readonly Item[], seed: number, ...words: (string | number)[]): Item {
  return items[Math.floor(chance(seed, ...words) * items.length)]!
}
