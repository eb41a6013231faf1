import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStory } from './story.ts'
import { givenWorld } from './world.ts'
import type { World } from './world.ts'

/** A handful of the thousand stories that `npm run faults` tells; the tenth also ends the stack in the middle. */
const seeds = [3, 10, 21, 42]

let world: World
beforeAll(async () => {
  world = await givenWorld({ isDurable: true })
})
afterAll(() => world.close())

test.each(seeds)(
  'nobody is missed and nobody told twice, seed %i',
  async (seed) => {
    const result = await runStory(world, seed, seed % 10 === 0)
    expect(result.broken).toEqual([])
    expect(result.guests).toBeGreaterThan(10)
    expect(Object.keys(result.injected).length, 'kinds of faults injected').toBeGreaterThan(1)
  },
  60_000,
)
