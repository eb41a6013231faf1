import type { Locator, Page } from '@playwright/test'
import { demoAccount } from '../../local/demo/company.ts'
import { dayFromNow, expect, test } from './given.ts'

test.use({ story: { name: 'keyboard', demoCompany: true } })

/** Tabs until `target` has the focus, as somebody without a mouse gets there, and checks that it shows. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => {
        const style = getComputedStyle(element)
        return style.outlineStyle !== 'none' || style.boxShadow !== 'none'
      })
      expect(outline, `the focus shows on ${target.toString()}`).toBe(true)
      return
    }
  }
  throw new Error(`${target.toString()} cannot be reached by Tab`)
}

/** Types a date into the parts of a date field, in the browser's order. */
async function typeDate(page: Page, date: string) {
  const [year, month, day] = date.split('-')
  await page.keyboard.type(`${month}${day}${year}`)
}

test('a guest asks, changes and deletes without a mouse', async ({ page }) => {
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto(`/${demoAccount.companySlug}`)
  await expect(heading('Our Properties')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Seaside Cottage' }))
  await page.keyboard.press('Enter')
  await expect(heading(/Seaside Cottage/)).toBeFocused()

  await tabTo(page, page.getByLabel('Check-in Date'))
  await typeDate(page, dayFromNow(100))
  await expect(page.getByLabel('Check-in Date')).toHaveValue(dayFromNow(100))
  await tabTo(page, page.getByLabel('Check-out Date'))
  await typeDate(page, dayFromNow(103))
  await expect(page.getByText(/, 3 nights$/)).toBeVisible()
  await tabTo(page, page.locator(`[data-day="${dayFromNow(100)}"]`))
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(`[data-day="${dayFromNow(101)}"]`)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`[data-day="${dayFromNow(108)}"]`)).toBeFocused()

  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('Kay Board')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('kay@mail.test')
  await tabTo(page, button('Join Waitlist'))
  await page.keyboard.press('Enter')
  await expect(heading("You're on the list!")).toBeFocused()

  await tabTo(page, page.getByRole('link', { name: 'View My Waitlist' }))
  await page.keyboard.press('Enter')
  await expect(heading('My Waitlist Requests')).toBeFocused()
  await tabTo(page, button('Edit My Request'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Waitlist Request' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await tabTo(page, dialog.getByLabel(/flexible with dates/))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Update Request' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Flexible dates' })).toBeVisible()
  await expect(button('Edit My Request')).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(button('Delete request: Seaside Cottage')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(page, question.getByRole('button', { name: 'Delete Request' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your waitlist request has been removed.')).toBeVisible()
  await expect(button('Edit My Request')).toHaveCount(0)
  await expect(heading('My Waitlist Requests')).toBeFocused()
})
