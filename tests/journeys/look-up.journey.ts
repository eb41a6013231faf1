import type { Browser, Page } from '@playwright/test'
import { calendarWith, dayFromNow, expect, messagesTo, test } from './given.ts'
import type { Product } from './given.ts'
import { addProperty, codeMailedTo, join, signUp, waitlistLink } from './steps.ts'
import type { Guest } from './steps.ts'

test.use({ story: { name: 'look-up' } })

const stay = { from: dayFromNow(60), to: dayFromNow(64) }

/** A company with one property, and these guests on its waitlist. */
async function openCompany(browser: Browser, product: Product, company: string, guests: Guest[]) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const email = `${company.toLowerCase().replaceAll(' ', '-')}@managers.test`
  await signUp(page, product, { email, company })
  await addProperty(page, { name: `${company} One`, link: `${product.url}/local/feeds/any.ics` })
  const waitlist = await waitlistLink(page)
  for (const guest of guests) await join(page, waitlist, `${company} One`, guest)
  await context.close()
}

async function searchFor(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

test('requests at all companies are found by email, and shown to nobody without its code', async ({
  page,
  browser,
  product,
}) => {
  const ada = { name: 'Ada Early', email: 'ada@mail.test' }
  await product.local('PUT', '/local/feeds/any.ics', calendarWith([stay]))
  await openCompany(browser, product, 'Seaside Stays', [{ ...ada, dates: stay }, ada])
  await openCompany(browser, product, 'Hill Houses', [ada, { name: 'Bea Other', email: 'bea@mail.test' }])

  const replies: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) replies.push(await response.text())
  })
  await page.goto('/my-waitlist')
  await searchFor(page, 'nobody@mail.test')
  const unknown = await page.getByRole('main').innerText()
  await page.getByRole('button', { name: 'Change the address' }).click()
  await searchFor(page, 'ADA@mail.test')
  expect((await page.getByRole('main').innerText()).toLowerCase()).toBe(
    unknown.toLowerCase().replace('nobody@', 'ada@'),
  )
  expect(replies.join(), 'what came before the code').not.toMatch(/Early|Seaside|Hill|wait_/)
  expect(await messagesTo(product, 'nobody@mail.test')).toHaveLength(0)

  const code = page.getByLabel('6-digit code')
  const right = await codeMailedTo(product, 'ada@mail.test')
  expect(await messagesTo(product, 'ada@mail.test'), 'a second code would end the first').toHaveLength(1)
  await code.fill(right === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Show my requests' }).click()
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/That code is not right/)
  await expect(page.getByText('Requested Dates')).toHaveCount(0)
  await code.fill(right)
  await page.getByRole('button', { name: 'Show my requests' }).click()

  const companies = page.getByRole('heading', { level: 2 })
  await expect(companies).toHaveText(['Hill Houses (1 request)', 'Seaside Stays (2 requests)'])
  await expect(page.getByRole('button', { name: 'Edit My Request' })).toHaveCount(3)

  await searchFor(page, 'bea@mail.test')
  await expect(page.getByText('Requested Dates'), "another's address needs its own code").toHaveCount(0)
})
