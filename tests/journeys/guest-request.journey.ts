import type { Page } from '@playwright/test'
import { calendarWith, check, dayFromNow, expect, messagesTo, pass, test } from './given.ts'
import type { Product } from './given.ts'
import { addProperty, fillRequest, join, signUp, waitlistLink } from './steps.ts'

test.use({ story: { name: 'guest request' } })

const taken = { from: dayFromNow(60), to: dayFromNow(64) }
const free = { from: dayFromNow(70), to: dayFromNow(73) }
const winter = { from: dayFromNow(90), to: dayFromNow(95) }

let waitlist: string

const setCalendar = (product: Product, bookings: (typeof taken)[]) =>
  product.local('PUT', '/local/feeds/harbour.ics', calendarWith(bookings))

async function cancelAndTell(product: Product) {
  await setCalendar(product, [winter])
  await check(product)
  // The second reading must come ten minutes later, so the round after the next is the latest to take it.
  await pass(product, 31)
  await pass(product, 61)
}

async function openDatesForm(page: Page) {
  await page.goto(waitlist)
  await page.getByRole('link', { name: 'Harbour Loft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Harbour Loft/ })).toBeVisible()
}

test.beforeAll(async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url })
  await setCalendar(product, [taken, winter])
  await signUp(page, product, { email: 'marta@requests.test', company: 'Seaside Stays' })
  await addProperty(page, { name: 'Harbour Loft', link: `${product.url}/local/feeds/harbour.ics` })
  await check(product)
  waitlist = await waitlistLink(page)
  await page.close()
})

test('a refused form keeps what was typed, a double click asks once, asking again adds nothing', async ({
  page,
}) => {
  await openDatesForm(page)
  const joinButton = page.getByRole('button', { name: 'Join Waitlist' })
  const checkIn = page.getByLabel('Check-in Date')
  const email = page.getByLabel('Email')

  await joinButton.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }),
  ).toBeVisible()
  await expect(checkIn).toBeFocused()
  await expect(checkIn).toHaveAccessibleDescription(/Check-in date is required/)
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)

  await fillRequest(page, { name: 'Ada Early', email: 'ada-at-mail', dates: taken })
  await joinButton.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/)
  await expect(page.getByLabel('Name')).toHaveValue('Ada Early')
  await expect(checkIn).toHaveValue(taken.from)
  await expect(page.getByLabel('Check-out Date')).toHaveValue(taken.to)

  await email.fill('ada@mail.test')
  await joinButton.dblclick()
  await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Ada Early')
  await expect(page.getByRole('main')).toContainText('ada@mail.test')
  await expect(page.getByRole('main')).not.toContainText('These dates look available now')

  await openDatesForm(page)
  await fillRequest(page, { name: 'Ada Early', email: 'Ada@Mail.test', dates: taken })
  await joinButton.click()
  await expect(page.getByRole('heading', { name: 'You are already on the list' })).toBeVisible()
  await page.getByRole('link', { name: 'View My Waitlist' }).click()
  await expect(page.getByRole('button', { name: 'Edit My Request' })).toHaveCount(1)
})

test('dates that are free are said to be, with the way to book them', async ({ page }) => {
  await openDatesForm(page)
  await fillRequest(page, { name: 'Finn Free', email: 'finn@mail.test', dates: free })
  const notice = page.getByRole('status').filter({ hasText: 'These dates look available now' })
  await expect(notice.getByRole('link', { name: 'Book these dates' })).toHaveAttribute(
    'href',
    'https://booking.test/harbour-loft',
  )
  await page.getByLabel('Check-in Date').fill(taken.from)
  await page.getByLabel('Check-out Date').fill(taken.to)
  await expect(page.getByText('These dates look available now')).toHaveCount(0)
})

test('a request of this visit is changed and deleted where it is listed', async ({ page }) => {
  await join(page, waitlist, 'Harbour Loft', { name: 'Cleo Autumn', email: 'cleo@mail.test', dates: taken })
  await page.getByRole('link', { name: 'View My Waitlist' }).click()
  await expect(page.getByText('Notices will be sent to Cleo Autumn at cleo@mail.test')).toBeVisible()

  const edit = page.getByRole('button', { name: 'Edit My Request' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Waitlist Request' })
  await dialog.getByLabel('Check-out Date').fill(taken.from)
  await dialog.getByRole('button', { name: 'Update Request' }).click()
  await expect(dialog.getByLabel('Check-out Date')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()

  await edit.click()
  await dialog.getByLabel(/flexible with dates/).check()
  await dialog.getByRole('button', { name: 'Update Request' }).click()
  await expect(page.getByText('Your waitlist request has been successfully updated.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Flexible dates' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete request' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText('This will permanently remove your waitlist request for Harbour Loft.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete request' }).click()
  await question.getByRole('button', { name: 'Delete Request' }).click()
  await expect(page.getByText('Your waitlist request has been removed.')).toBeVisible()
  await expect(edit).toHaveCount(0)
})

test('the page of one request changes it, deletes it, and knows no other', async ({ page }) => {
  await join(page, waitlist, 'Harbour Loft', { name: 'Dora Details', email: 'dora@mail.test', dates: taken })
  await page.getByRole('link', { name: 'View My Waitlist' }).click()
  await page.getByRole('link', { name: 'Harbour Loft', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Waitlist Request' })).toBeVisible()
  await expect(page.getByText('active', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Dora Detail')
  await page.getByLabel('Phone Number').fill('+351 912 345 678')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your waitlist request has been updated')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Dora Detail', { exact: true })).toBeVisible()
  await expect(page.getByText('+351912345678')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Request' }).click()
  await expect(page.getByText('Your waitlist request has been successfully removed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Waitlist Request Not Found' })).toBeVisible()
  await page.goto('/waitlist-entry/wait_nobody-has-this-one')
  await expect(page.getByRole('heading', { name: 'Waitlist Request Not Found' })).toBeVisible()
})

test('a told guest stays on the list by the mail, is told of the next opening, and one click ends it', async ({
  page,
  product,
}) => {
  await join(page, waitlist, 'Harbour Loft', { name: 'Edda Told', email: 'edda@mail.test', dates: taken })
  const told = async () => (await messagesTo(product, 'edda@mail.test')).length
  await cancelAndTell(product)
  await expect.poll(told).toBe(1)

  const [mail] = await messagesTo(product, 'edda@mail.test')
  const stayOnList = async () => {
    await page.goto(/http\S+\?stay=1/.exec(mail!.text)![0])
    await page.getByRole('button', { name: 'Stay on the list' }).click()
    await expect(page.getByText('You are waiting again')).toBeVisible()
  }
  await stayOnList()
  await setCalendar(product, [taken, winter])
  await pass(product, 31)
  await cancelAndTell(product)
  await expect.poll(told).toBe(2)

  await stayOnList()
  const { headers } = (await messagesTo(product, 'edda@mail.test')).at(-1)!
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const answer = await fetch(/<(http[^>]+)>/.exec(headers['list-unsubscribe']!)![1]!, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  await setCalendar(product, [taken, winter])
  await pass(product, 31)
  await join(page, waitlist, 'Harbour Loft', { name: 'Fay Told', email: 'fay@mail.test', dates: taken })
  await cancelAndTell(product)
  await expect.poll(async () => (await messagesTo(product, 'fay@mail.test')).length).toBe(1)
  expect(await told(), 'no more after the click').toBe(2)
})
