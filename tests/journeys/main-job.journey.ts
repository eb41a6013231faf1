import type { Page } from '@playwright/test'
import { calendarWith, check, dayFromNow, expect, messagesTo, pass, test } from './given.ts'
import type { Product } from './given.ts'

const password = 'a quiet house by the sea 7'
const summer = { from: dayFromNow(60), to: dayFromNow(64) }
const autumn = { from: dayFromNow(90), to: dayFromNow(95) }

async function signUp(page: Page, product: Product, email: string) {
  await page.goto(`${product.url}/auth`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First name').fill('Marta')
  await page.getByLabel('Last name').fill('Silva')
  await page.getByLabel('Company name').fill('Seaside Stays')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const [mail] = await messagesTo(product, email)
  const code = /\b\d{6}\b/.exec(mail!.text)![0]
  await page.getByLabel('Or enter the code').fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

async function addProperty(page: Page, product: Product, name: string, feed: string) {
  await page.getByRole('link', { name: 'Properties' }).first().click()
  await page.getByRole('button', { name: 'Add Property' }).first().click()
  await page.getByLabel('Property Name').fill(name)
  await page.getByLabel('iCal URL').fill(`${product.url}/local/feeds/${feed}.ics`)
  await page.getByLabel('Booking URL').fill('https://booking.test/harbour-loft')
  await page.getByRole('button', { name: 'Add Property' }).last().click()
  await expect(page.getByText('Your property has been successfully added.')).toBeVisible()
}

async function join(
  page: Page,
  waitlist: string,
  guest: { name: string; email: string; dates?: typeof summer },
) {
  await page.goto(waitlist)
  await page.getByRole('link', { name: /Harbour Loft/ }).click()
  if (guest.dates) {
    await page.getByLabel('Check-in').fill(guest.dates.from)
    await page.getByLabel('Check-out').fill(guest.dates.to)
  } else {
    await page.getByLabel(/flexible with dates/).check()
  }
  await page.getByLabel('Name').fill(guest.name)
  await page.getByLabel('Email').fill(guest.email)
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
}

test('a booking is cancelled: the priority guest hears at once, the others after their hour, each once', async ({
  page,
  browser,
  product,
}) => {
  await product.local('PUT', '/local/feeds/harbour.ics', calendarWith([summer, autumn]))
  await signUp(page, product, 'marta@stays.test')
  await addProperty(page, product, 'Harbour Loft', 'harbour')
  await check(product)

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const waitlist = await page.getByRole('link', { name: 'Open Waitlist' }).getAttribute('href')
  const guests = await browser.newContext()
  const guestPage = await guests.newPage()
  await join(guestPage, waitlist!, { name: 'Ada Early', email: 'ada@mail.test', dates: summer })
  await join(guestPage, waitlist!, { name: 'Ben Later', email: 'ben@mail.test' })
  await join(guestPage, waitlist!, { name: 'Cleo Autumn', email: 'cleo@mail.test', dates: autumn })

  await page.getByRole('link', { name: 'Notifications' }).first().click()
  await page.getByRole('button', { name: /Make Ada Early's request priority/ }).click()
  await expect(page.getByText('Added to Priority')).toBeVisible()

  await product.local('PUT', '/local/feeds/harbour.ics', calendarWith([autumn]))
  await check(product)
  expect(await messagesTo(product, 'ada@mail.test'), 'one reading is not enough').toHaveLength(0)
  await pass(product, 16)

  await expect.poll(async () => (await messagesTo(product, 'ada@mail.test')).length).toBe(1)
  expect(await messagesTo(product, 'ben@mail.test')).toHaveLength(0)
  await product.restart()
  await pass(product, 61)
  await expect.poll(async () => (await messagesTo(product, 'ben@mail.test')).length).toBe(1)
  await pass(product, 180)
  expect(await messagesTo(product, 'ada@mail.test')).toHaveLength(1)
  expect(await messagesTo(product, 'ben@mail.test')).toHaveLength(1)
  expect(await messagesTo(product, 'cleo@mail.test'), 'her dates never opened').toHaveLength(0)

  const [mail] = await messagesTo(product, 'ada@mail.test')
  expect(mail!.subject).toBe('Dates Available for Harbour Loft')
  expect(mail!.text).toContain('https://booking.test/harbour-loft')
  const link = /http\S+\/waitlist-entry\/wait_\w+/.exec(mail!.text)![0]
  await guestPage.goto(link)
  await expect(guestPage.getByRole('heading', { name: 'Your Waitlist Request' })).toBeVisible()
  await expect(guestPage.getByText('notified', { exact: true })).toBeVisible()
  await expect(guestPage.getByText('The dates we wrote to you about are still open.')).toBeVisible()

  await page.reload()
  await expect(
    page.getByRole('list', { name: 'Requests' }).getByText('Notified', { exact: true }),
  ).toHaveCount(2)
})
