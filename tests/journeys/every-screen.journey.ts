import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './given.ts'
import { guestScreens, managerScreens, open, publicScreens, readDemo, signInToDemo } from './screens.ts'
import type { Demo, Screen } from './screens.ts'

test.use({ story: { name: 'every screen', demoCompany: true }, reducedMotion: 'reduce' })

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
// Tall, because what lies below the window is not laid out in long lists, and has no colours to look at then.
const phone = { width: 375, height: 3000 }
const desk = { width: 1280, height: 3000 }

let demo: Demo
test.beforeAll(async ({ product }) => {
  demo = await readDemo(product)
})

/** Waits until colours have changed and nothing moves any more. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

/**
 * Everything that holds for every screen, said with the screen's name where it does not. Mails stand in frames that run
 * no scripts, so nothing can look at them from inside.
 */
async function inspect(page: Page, screen: Screen) {
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await open(page, screen)
  const title = await page.title()
  expect.soft(title, `${screen.name}: its title says which page it is`).toMatch(/\S+ · \S+|^Local/)
  expect.soft(await page.locator('h1').count(), `${screen.name}: one main heading`).toBe(1)
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of viewport === phone
      ? (['light', 'dark'] as const)
      : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settle(page)
      const { violations } = await new AxeBuilder({ page }).withTags(standard).exclude('iframe').analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      )
      expect.soft(found, `${screen.name}, ${viewport.width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await settle(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(wide, `${screen.name}: no sideways scroll at 320 px`).toBeLessThanOrEqual(320)
}

test('open screens are accessible and fit', async ({ page }) => {
  for (const screen of publicScreens()) await inspect(page, screen)
})

test('guest screens are accessible and fit', async ({ page }) => {
  for (const screen of guestScreens(demo)) await inspect(page, screen)
})

test('manager screens are accessible and fit', async ({ page }) => {
  await signInToDemo(page)
  for (const screen of managerScreens(demo)) await inspect(page, screen)
})
