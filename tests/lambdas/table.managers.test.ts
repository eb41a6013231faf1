import { describe, expect, test } from 'vitest'
import {
  getManager,
  getManagerBySlug,
  isSlugFree,
  listDirectory,
  setSubscription,
  updateManager,
} from '../../lambdas/table/manager.ts'
import { getSettings, saveSettings } from '../../lambdas/table/settings.ts'
import { defaultSettings } from '../../domain/manager.ts'
import { givenManager, givenTable } from '../given.ts'

await givenTable()

describe('managers', () => {
  test('of two managers who take the same slug at once, one gets it', async () => {
    const managers = await Promise.all(Array.from({ length: 5 }, () => givenManager()))
    const slug = `race-${Date.now()}`
    const outcomes = await Promise.all(managers.map((row) => updateManager(row, { companySlug: slug })))
    expect(outcomes.filter((outcome) => outcome.kind === 'changed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.kind === 'slug_taken')).toHaveLength(4)
    const winner = managers[outcomes.findIndex((outcome) => outcome.kind === 'changed')]!
    expect((await getManagerBySlug(slug.toUpperCase()))?.id).toBe(winner.id)
    expect(await isSlugFree(slug, winner.id)).toBe(true)
    expect(await isSlugFree(slug, managers.find(({ id }) => id !== winner.id)!.id)).toBe(false)
  })

  test('a slug that was given up can be taken by another', async () => {
    const [first, second] = [await givenManager({ companySlug: 'given-up' }), await givenManager()]
    expect((await updateManager(first, { companySlug: 'moved-on' })).kind).toBe('changed')
    expect(await getManagerBySlug('given-up')).toBeUndefined()
    expect((await updateManager(second, { companySlug: 'given-up' })).kind).toBe('changed')
    expect((await getManagerBySlug('given-up'))?.id).toBe(second.id)
    expect((await getManagerBySlug('moved-on'))?.id).toBe(first.id)
  })

  test('taking a slug fails as a whole: the names stay as they were', async () => {
    await givenManager({ companySlug: 'occupied' })
    const other = await givenManager({ companyName: 'Before' })
    const outcome = await updateManager(other, { companyName: 'After', companySlug: 'occupied' })
    expect(outcome.kind).toBe('slug_taken')
    expect(await getManager(other.id)).toMatchObject({ companyName: 'Before', companySlug: null })
  })

  test('a change that was made on an outdated row is refused', async () => {
    const row = await givenManager()
    await updateManager(row, { companyName: 'First' })
    expect((await updateManager(row, { companyName: 'Second' })).kind).toBe('changed_meanwhile')
  })

  test('the directory lists companies with a slug while trial or subscription lasts, by name, page by page', async () => {
    const names = ['beta', 'Alpha', 'Émile', '9 Lives', 'alpine', 'zeta']
    const rows = await Promise.all(
      names.map((companyName, i) => givenManager({ companyName, companySlug: `dir-${i}-${Date.now()}` })),
    )
    const noSlug = await givenManager({ companyName: 'No Slug' })
    const lapsed = await givenManager({
      companyName: 'Lapsed',
      companySlug: `lapsed-${Date.now()}`,
      isActive: false,
    })
    const ours = new Set([...rows, noSlug, lapsed].map(({ id }) => id))

    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await listDirectory({ limit: 2, cursor })
      expect(page.rows.length).toBeLessThanOrEqual(2)
      listed.push(...page.rows.filter(({ id }) => ours.has(id)).map(({ companyName }) => companyName!))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(listed).toEqual(['Alpha', 'alpine', 'beta', 'Émile', 'zeta', '9 Lives'])

    await setSubscription((await getManager(lapsed.id))!, { subscriptionActive: true, subscribed: true })
    const whole = await listDirectory({ limit: 1000 })
    expect(whole.rows.map(({ companyName }) => companyName)).toContain('Lapsed')
  })

  test('settings are kept as saved', async () => {
    const { id, ...manager } = await givenManager()
    expect(await getSettings(id)).toBeUndefined()
    const settings = { ...defaultSettings(manager), notifyOnNewWaitlist: true }
    await saveSettings(id, settings)
    expect(await getSettings(id)).toEqual(settings)
  })
})
