import type { Page } from '@playwright/test'
import { calendarWith, check, dayFromNow, expect, messagesTo, pass, test } from './given.ts'
import type { Booking, Product } from './given.ts'
import { addProperty, goTo, join, signUp, waitlistLink } from './steps.ts'

test.use({ story: { name: 'held drop' } })

const week = (start: number): Booking => ({ from: dayFromNow(start), to: dayFromNow(start + 4) })
const [june, july, august] = [week(60), week(70), week(80)]
const bookings = [june, july, august]

const setCalendar = (product: Product, name: string, shown: Booking[]) =>
  product.local('PUT', `/local/feeds/${name}.ics`, calendarWith(shown))
const told = async (product: Product, email: string) => (await messagesTo(product, email)).length

/** A house with three bookings that was read once, and its page open. */
async function openHouse(page: Page, product: Product, feed: string): Promise<string> {
  await setCalendar(product, feed, bookings)
  await signUp(page, product, { email: `${feed}@holds.test`, company: `House ${feed}` })
  await addProperty(page, { name: 'Harbour Loft', link: `${product.url}/local/feeds/${feed}.ics` })
  await check(product)
  return waitlistLink(page)
}

async function openProperty(page: Page) {
  await goTo(page, 'Properties')
  await page.getByRole('link', { name: 'Harbour Loft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Loft' })).toBeVisible()
}

test('bookings that all vanish at once are held: Dismiss tells nobody, Release tells who waits', async ({
  page,
  browser,
  product,
}) => {
  const waitlist = await openHouse(page, product, 'vanish')
  const guest = await browser.newPage()
  await join(guest, waitlist, 'Harbour Loft', { name: 'Ada Early', email: 'ada@mail.test', dates: june })

  await setCalendar(product, 'vanish', [])
  await check(product)
  await pass(product, 31)
  await goTo(page, 'Properties')
  await page.reload()
  await page.getByRole('link', { name: '1 change needs you' }).click()
  const held = page.getByRole('region', { name: 'Held back for you' })
  await expect(held).toContainText('Every booking vanished from the calendar together.')
  await held.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Nobody is told of these nights.')).toBeVisible()
  await expect(held).toHaveCount(0)
  await pass(product, 240)
  expect(await told(product, 'ada@mail.test'), 'dismissed').toBe(0)

  await setCalendar(product, 'vanish', bookings)
  await pass(product, 31)
  await setCalendar(product, 'vanish', [])
  await check(product)
  await page.reload()
  await held.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Guests who wait for these nights are being told.')).toBeVisible()
  await expect(held).toHaveCount(0)
  await pass(product, 61)
  await expect.poll(() => told(product, 'ada@mail.test')).toBe(1)
})

test('a calendar that answers with a web page for an hour frees nothing', async ({
  page,
  browser,
  product,
}) => {
  const waitlist = await openHouse(page, product, 'outage')
  const guest = await browser.newPage()
  await join(guest, waitlist, 'Harbour Loft', { name: 'Ben Later', email: 'ben@mail.test', dates: june })
  await product.local('PUT', '/local/feeds/outage/fault', {
    body: '<html><body>Service unavailable</body></html>',
  })
  await check(product)
  await pass(product, 61)
  await openProperty(page)
  await expect(
    page.getByText('While a calendar cannot be read, nobody is told anything from it.'),
  ).toBeVisible()
  await product.local('DELETE', '/local/feeds/outage/fault')
  await pass(product, 180)
  expect(await told(product, 'ben@mail.test')).toBe(0)
})

test('an opening that is booked again is told to nobody who has not heard of it yet', async ({
  page,
  browser,
  product,
}) => {
  const waitlist = await openHouse(page, product, 'again')
  const guest = await browser.newPage()
  await join(guest, waitlist, 'Harbour Loft', { name: 'Cleo First', email: 'cleo@mail.test', dates: june })
  await join(guest, waitlist, 'Harbour Loft', { name: 'Dan Second', email: 'dan@mail.test', dates: june })
  await goTo(page, 'Notifications')
  await page.getByRole('button', { name: /Make Cleo First's request priority/ }).click()
  await expect(page.getByText('Added to Priority')).toBeVisible()

  await setCalendar(product, 'again', [july, august])
  await check(product)
  await setCalendar(product, 'again', bookings)
  await pass(product, 91)
  expect(await told(product, 'cleo@mail.test'), 'booked again before the second reading').toBe(0)

  await setCalendar(product, 'again', [july, august])
  await check(product)
  await pass(product, 31)
  await expect.poll(() => told(product, 'cleo@mail.test')).toBe(1)
  await setCalendar(product, 'again', bookings)
  await pass(product, 120)
  expect(await told(product, 'dan@mail.test'), 'booked again during the hour').toBe(0)
  await openProperty(page)
  await expect(page.getByText('Booked again')).toBeVisible()
})
