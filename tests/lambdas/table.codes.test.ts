import { describe, expect, test } from 'vitest'
import { addressOfToken, mostTries, saveCode, saveGuestToken, tryCode } from '../../lambdas/table/code.ts'
import { takeTurn } from '../../lambdas/table/throttle.ts'
import { givenEmail, givenTable, now } from '../given.ts'

await givenTable()

describe('codes, tokens and throttles', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  test('a code works once, within its time, and not after five tries', async () => {
    const email = givenEmail()
    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    expect(await tryCode(email.toUpperCase(), 'wrong', now())).toBe('wrong')
    expect(await tryCode(email, 'right', now())).toBe('right')
    expect(await tryCode(email, 'right', now())).toBe('expired')

    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    expect(await tryCode(email, 'right', inMinutes(11))).toBe('expired')

    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    for (let i = 0; i < mostTries; i++) expect(await tryCode(email, 'wrong', now())).toBe('wrong')
    expect(await tryCode(email, 'right', now())).toBe('expired')
    expect(await tryCode(givenEmail(), 'right', now())).toBe('expired')
  })

  test('fifty guesses at once are five tries', async () => {
    const email = givenEmail()
    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => tryCode(email, `guess ${i}`, now())),
    )
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(mostTries)
  })

  test('one right code sent twice at once gives one token', async () => {
    const email = givenEmail()
    await saveCode(email, { hash: 'right', expiresAt: inMinutes(10) })
    const outcomes = await Promise.all([1, 2, 3].map(() => tryCode(email, 'right', now())))
    expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(1)
  })

  test('a token proves its address until it is over, swept or not', async () => {
    await saveGuestToken('hash', { email: 'a@mail.test', expiresAt: inMinutes(5) })
    expect(await addressOfToken('hash', now())).toBe('a@mail.test')
    expect(await addressOfToken('hash', inMinutes(6))).toBeUndefined()
    expect(await addressOfToken('other', now())).toBeUndefined()
  })

  test('attempts are limited within a window, also when they come at once', async () => {
    const throttle = { what: 'test', who: givenEmail(), limit: 3, windowSeconds: 3600 }
    const at = '2026-05-01T10:30:00.000Z'
    const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn(throttle, at)))
    expect(turns.filter(Boolean)).toHaveLength(3)
    expect(await takeTurn(throttle, '2026-05-01T11:00:00.000Z')).toBe(true)
    expect(await takeTurn({ ...throttle, who: givenEmail() }, at)).toBe(true)
  })
})
