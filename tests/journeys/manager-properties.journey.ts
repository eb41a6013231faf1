import type { Page } from '@playwright/test'
import { calendarWith, check, dayFromNow, expect, messagesTo, pass, test } from './given.ts'
import type { Product } from './given.ts'
import { addProperty, fillProperty, goTo, join, signUp, waitlistLink } from './steps.ts'

test.use({ story: { name: 'manager properties' } })

const stay = { from: dayFromNow(60), to: dayFromNow(64) }

const feedLink = (product: Product, name: string) => `${product.url}/local/feeds/${name}.ics`
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your properties' }).getByRole('listitem').filter({ hasText: name })

async function chooseFromMenu(page: Page, property: string, item: string) {
  await page.getByRole('button', { name: `More for ${property}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a link that is no calendar is saved and explained, tells nobody, and recovers once mended', async ({
  page,
  browser,
  product,
}) => {
  await signUp(page, product, { email: 'links@managers.test', company: 'Broken Links' })
  await product.local('PUT', '/local/feeds/page.ics', calendarWith([stay]))
  await product.local('PUT', '/local/feeds/page/fault', { body: '<!doctype html><title>Sign in</title>' })
  for (const [name, link] of [
    ['Web Page', feedLink(product, 'page')],
    ['Nowhere', 'https://calendar.invalid/any.ics'],
    ['Private', 'https://10.0.0.7/any.ics'],
  ] as const)
    await addProperty(page, { name, link })
  await check(product)
  await page.reload()
  await expect(row(page, 'Web Page')).toContainText('What this link leads to is not a calendar.')
  await expect(row(page, 'Nowhere')).toContainText('could not be found or did not answer')
  await expect(row(page, 'Private')).toContainText('does not lead to a public https address')

  const guest = await browser.newPage()
  const told = { name: 'Ada Early', email: 'ada@mail.test', dates: stay }
  await join(guest, await waitlistLink(page), 'Web Page', told)
  await guest.close()
  await pass(product, 90)
  expect(await messagesTo(product, told.email), 'a page that is no calendar frees nothing').toHaveLength(0)

  await goTo(page, 'Properties')
  await page.getByRole('link', { name: 'Web Page' }).click()
  await expect(page.getByText(/Cannot be read since/)).toBeVisible()
  await product.local('DELETE', '/local/feeds/page/fault')
  await pass(product, 61)
  await page.reload()
  await expect(page.getByText(/Last read/)).toBeVisible()
  await expect(page.getByText(/Cannot be read since/)).toHaveCount(0)
  await goTo(page, 'Properties')
  await expect(row(page, 'Web Page')).toContainText('Calendar read')
})

test('a property is edited, switched off and on, and deleted once nobody waits for it', async ({
  page,
  browser,
  product,
}) => {
  await product.local('PUT', '/local/feeds/harbour.ics', calendarWith([stay]))
  await signUp(page, product, { email: 'marta@managers.test', company: 'Seaside Stays' })
  await addProperty(page, { name: 'Harbour Loft', link: feedLink(product, 'harbour') })
  const waitlist = await waitlistLink(page)
  const guest = await browser.newPage()
  await join(guest, waitlist, 'Harbour Loft', { name: 'Ada Early', email: 'ada@mail.test', dates: stay })

  await goTo(page, 'Properties')
  await chooseFromMenu(page, 'Harbour Loft', 'Edit')
  await page.getByLabel('Property Name').fill('Harbour House')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(page, 'Harbour House')).toContainText('1 request')

  const theSwitch = row(page, 'Harbour House').getByRole('switch')
  await theSwitch.click()
  await expect(page.getByText('Property deactivated successfully')).toBeVisible()
  await guest.goto(waitlist)
  await expect(guest.getByText('No Properties Available')).toBeVisible()
  await theSwitch.click()
  await expect(page.getByText('Property activated successfully')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('link', { name: 'Harbour House' })).toBeVisible()

  await chooseFromMenu(page, 'Harbour House', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Property' })
  await expect(question).toContainText('Are you sure you want to delete "Harbour House"?')
  await question.getByRole('button', { name: 'Delete Property' }).click()
  await expect(page.getByText('Requests must be deleted first.')).toBeVisible()
  await guest.goto(`${waitlist}/my-waitlist`)
  await guest.getByRole('button', { name: 'Delete request' }).click()
  await guest.getByRole('alertdialog').getByRole('button', { name: 'Delete Request' }).click()
  await expect(guest.getByText('Your waitlist request has been removed.')).toBeVisible()
  await chooseFromMenu(page, 'Harbour House', 'Delete')
  await question.getByRole('button', { name: 'Delete Property' }).click()
  await expect(page.getByText('No properties added yet.')).toBeVisible()
})

test("a draft outlives the page, another manager's property is not found, and the trial ends after 14 days", async ({
  page,
  browser,
  product,
}) => {
  const other = await browser.newPage({ baseURL: product.url })
  await signUp(other, product, { email: 'nora@managers.test', company: 'Other House' })
  await addProperty(other, { name: 'Secret Barn', link: feedLink(product, 'harbour') })
  await other.getByRole('link', { name: 'Secret Barn' }).click()
  const foreign = new URL(other.url()).pathname
  await other.close()

  await signUp(page, product, { email: 'tina@managers.test', company: 'Trial Stays' })
  await page.goto(foreign)
  await expect(page.getByText('This property does not exist or is no longer listed.')).toBeVisible()
  await expect(page.getByText('Secret Barn')).toHaveCount(0)

  await addProperty(page, { name: 'First House', link: feedLink(product, 'harbour') })
  await pass(product, 15 * 24 * 60)
  await page.reload()
  await fillProperty(page, { name: 'Second House', link: feedLink(product, 'harbour') })
  await page.reload()
  await expect(page.getByText('We kept what you typed last time.')).toBeVisible()
  await expect(page.getByLabel('Property Name')).toHaveValue('Second House')
  await page.getByRole('button', { name: 'Add Property' }).last().click()
  await expect(page.getByText('It is switched off, because your free plan covers one')).toBeVisible()
  await row(page, 'Second House').getByRole('switch').click()
  const refusal = page.getByRole('listitem').filter({ hasText: /Your free plan covers/ })
  await expect(row(page, 'Second House').getByRole('switch')).not.toBeChecked()
  await refusal.getByRole('button', { name: 'See plans' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Subscription' })).toBeVisible()
  await expect(page.getByText('Free Plan', { exact: true })).toBeVisible()
})
