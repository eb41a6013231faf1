import type { Page } from '@playwright/test'
import { expect, messagesTo } from './given.ts'
import type { Booking, Product } from './given.ts'

/** Every journey's password. */
export const password = 'a quiet house by the sea 7'

/** Opens an account by the screens, confirms it by the code that was mailed, and ends on the dashboard. */
export async function signUp(page: Page, product: Product, account: { email: string; company: string }) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First name').fill('Marta')
  await page.getByLabel('Last name').fill('Silva')
  await page.getByLabel('Company name').fill(account.company)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Or enter the code').fill(await codeMailedTo(product, account.email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** The code in the newest message to an address that holds one. */
export async function codeMailedTo(product: Product, address: string): Promise<string> {
  const codes = async () =>
    (await messagesTo(product, address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0)
  return (await codes()).at(-1)!
}

/** Goes to a manager screen by the main navigation. */
export async function goTo(page: Page, place: 'Dashboard' | 'Properties' | 'Notifications') {
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: place }).click()
  await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
}

/** Adds a property by its form, on the way that a manager takes to it. */
export async function addProperty(page: Page, property: { name: string; link: string }) {
  await goTo(page, 'Properties')
  await fillProperty(page, property)
  await page.getByRole('button', { name: 'Add Property' }).last().click()
  await expect(page.getByText('Your property has been successfully added.').last()).toBeVisible()
  await expect(page.getByRole('link', { name: property.name })).toBeVisible()
}

/** Opens the form for a new property and fills it in. */
export async function fillProperty(page: Page, property: { name: string; link: string }) {
  await page.getByRole('button', { name: 'Add Property' }).first().click()
  await page.getByLabel('Property Name').fill(property.name)
  await page.getByLabel('iCal URL').fill(property.link)
  await page.getByLabel('Booking URL').fill('https://booking.test/harbour-loft')
}

/** The address that the manager gives to guests. */
export async function waitlistLink(page: Page): Promise<string> {
  await goTo(page, 'Dashboard')
  return (await page.getByRole('link', { name: 'Open Waitlist' }).getAttribute('href'))!
}

export type Guest = { name: string; email: string; dates?: Booking }

/** Fills in the dates form that is open. */
export async function fillRequest(page: Page, guest: Guest) {
  if (guest.dates) {
    await page.getByLabel('Check-in Date').fill(guest.dates.from)
    await page.getByLabel('Check-out Date').fill(guest.dates.to)
  } else {
    await page.getByLabel(/flexible with dates/).check()
  }
  await page.getByLabel('Name').fill(guest.name)
  await page.getByLabel('Email').fill(guest.email)
}

/** Puts a guest on a property's waitlist, from the company's list of properties to the confirmation. */
export async function join(page: Page, waitlist: string, property: string, guest: Guest) {
  await page.goto(waitlist)
  await page.getByRole('link', { name: property }).click()
  await fillRequest(page, guest)
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
}
