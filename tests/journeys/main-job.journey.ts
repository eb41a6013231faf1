import { calendarWith, check, dayFromNow, expect, messagesTo, pass, test } from './given.ts'
import { addProperty, join, signUp, waitlistLink } from './steps.ts'

test.use({ story: { name: 'main job' } })

const summer = { from: dayFromNow(60), to: dayFromNow(64) }
const autumn = { from: dayFromNow(90), to: dayFromNow(95) }

test('a booking is cancelled: the priority guest hears at once, the others after their hour, each once', async ({
  page,
  browser,
  product,
}) => {
  await product.local('PUT', '/local/feeds/harbour.ics', calendarWith([summer, autumn]))
  await signUp(page, product, { email: 'marta@stays.test', company: 'Seaside Stays' })
  await addProperty(page, { name: 'Harbour Loft', link: `${product.url}/local/feeds/harbour.ics` })
  await check(product)

  const waitlist = await waitlistLink(page)
  const guests = await browser.newContext()
  const guestPage = await guests.newPage()
  await join(guestPage, waitlist, 'Harbour Loft', {
    name: 'Ada Early',
    email: 'ada@mail.test',
    dates: summer,
  })
  await join(guestPage, waitlist, 'Harbour Loft', { name: 'Ben Later', email: 'ben@mail.test' })
  await join(guestPage, waitlist, 'Harbour Loft', {
    name: 'Cleo Autumn',
    email: 'cleo@mail.test',
    dates: autumn,
  })

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
