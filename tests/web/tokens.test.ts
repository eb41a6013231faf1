import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  Array.from(css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g), ([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
)

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function colour(name: string, scheme: 'light' | 'dark'): string {
  const found = tokens.get(name)?.[scheme]
  if (!found) throw new Error(`tokens.css has no colour --${name}`)
  return found
}

const needs: [string, string[], number][] = [
  // Body text, AAA.
  ['ink', ['paper', 'surface', 'sunken', 'action-wash', 'danger-wash', 'caution-wash'], 7],
  ['ink-soft', ['paper', 'surface'], 7],
  // Other text, AA.
  ['ink-soft', ['sunken', 'action-wash', 'caution-wash'], 4.5],
  ['action', ['paper', 'surface', 'sunken', 'action-wash'], 4.5],
  ['action-strong', ['action-wash'], 4.5],
  ['action-ink', ['action', 'action-strong'], 4.5],
  ['danger', ['paper', 'surface', 'danger-wash'], 4.5],
  ['danger-ink', ['danger'], 4.5],
  ['caution', ['paper', 'surface', 'caution-wash'], 4.5],
  // Borders and marks that carry meaning, and the heart.
  ['edge', ['paper', 'surface'], 3],
  ['coral', ['paper', 'surface', 'sunken'], 3],
  ['free-edge', ['paper', 'surface'], 3],
]

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(needs)('%s on %s has a contrast of at least %s', (name, grounds, least) => {
    for (const ground of grounds)
      expect(contrast(colour(name, scheme), colour(ground, scheme)), ground).toBeGreaterThanOrEqual(least)
  })
})
