import type { Page } from '@playwright/test'
import { demoAccount } from '../../local/demo/company.ts'
import { expect } from './given.ts'
import type { Product } from './given.ts'

/** A screen as a visit meets it: where it is, and what is done there until it shows what is meant. */
export type Screen = {
  name: string
  path: string
  /** Done once the page is open. */
  act?: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click()

const pressAndSee = (button: string, dialog: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole(dialog)).toBeVisible()
}

/** What the addresses of the demo company's screens are made of. */
export type Demo = { propertyId: string; entryId: string }

/** Reads the ids that addresses need, and leaves one guest on the list. */
export async function readDemo(product: Product): Promise<Demo> {
  const read = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${product.url}/api${path}`, init)).json()) as never
  const { id: managerId } = (await read(`/companies/${demoAccount.companySlug}`)) as { id: string }
  const { properties } = (await read(`/managers/${managerId}/properties`)) as { properties: { id: string }[] }
  const propertyId = properties[0]!.id
  const wish = {
    guestName: 'Ines Test',
    guestEmail: 'ines@mail.test',
    guestPhone: null,
    checkInDate: null,
    checkOutDate: null,
    anyDates: true,
    notificationPreference: 'email',
  }
  const { entry } = (await read('/entries', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: crypto.randomUUID(), propertyId, wish }),
  })) as { entry: { id: string } }
  return { propertyId, entryId: entry.id }
}

/** Screens that stand open to anyone and belong to no company. */
export function publicScreens(): Screen[] {
  return [
    { name: 'landing page', path: '/' },
    { name: 'directory', path: '/directory' },
    { name: 'help', path: '/help' },
    { name: 'privacy policy', path: '/privacy-policy' },
    { name: 'terms of service', path: '/terms-of-service' },
    { name: 'demo walk-through', path: '/demo' },
    { name: 'page not found', path: '/there/is/nothing/here' },
    { name: 'sign in', path: '/auth' },
    {
      name: 'sign up, refused',
      path: '/auth',
      async act(page) {
        await page.getByRole('tab', { name: 'Sign Up' }).click()
        await page.getByRole('button', { name: 'Sign Up' }).click()
        await expect(page.getByText('First name is required')).toBeVisible()
      },
    },
    { name: 'forgotten password', path: '/auth', act: press('Forgot password?') },
    { name: 'local console', path: '/local' },
  ]
}

/** Each visit is another guest: one who asks again has nothing to change on that visit. */
let visits = 0

/** The guest's screens. */
export function guestScreens({ propertyId, entryId }: Demo): Screen[] {
  const company = `/${demoAccount.companySlug}`
  return [
    { name: 'property list', path: company },
    { name: 'property list without a match', path: `${company}?search=castle` },
    { name: 'guest landing', path: `${company}/landing` },
    { name: 'dates form', path: `${company}/dates/${propertyId}` },
    { name: 'dates form, refused', path: `${company}/dates/${propertyId}`, act: press('Join Waitlist') },
    { name: 'dates form of no property', path: `${company}/dates/prop_none` },
    { name: 'join form', path: `${company}/join/${propertyId}` },
    { name: 'join form, refused', path: `${company}/join`, act: press('Join Waitlist') },
    {
      name: 'confirmation',
      path: `${company}/dates/${propertyId}`,
      async act(page) {
        await page.getByLabel(/flexible with dates/).check()
        await page.getByLabel('Name').fill('Otto Guest')
        await page.getByLabel('Email').fill(`otto${++visits}@mail.test`)
        await page.getByRole('button', { name: 'Join Waitlist' }).click()
        await expect(page.getByRole('heading', { name: /on the list/ })).toBeVisible()
      },
    },
    { name: 'my waitlist', path: `${company}/my-waitlist` },
    { name: 'edit dialog', path: `${company}/my-waitlist`, act: pressAndSee('Edit My Request', 'dialog') },
    {
      name: 'delete dialog',
      path: `${company}/my-waitlist`,
      act: pressAndSee('Delete request', 'alertdialog'),
    },
    { name: 'look-up', path: '/my-waitlist?email=nobody@mail.test' },
    { name: 'look-up without an address', path: '/my-waitlist' },
    { name: 'one request', path: `/waitlist-entry/${entryId}` },
    { name: 'one request, edited', path: `/waitlist-entry/${entryId}`, act: press('Edit') },
    { name: 'unsubscribe', path: `/waitlist-entry/${entryId}?unsubscribe=1` },
    { name: 'no such request', path: '/waitlist-entry/wait_none' },
    { name: 'no such company', path: '/no-such-company' },
  ]
}

/** The manager's screens; the visit must be signed in. */
export function managerScreens({ propertyId }: Demo): Screen[] {
  return [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'properties', path: '/properties' },
    {
      name: 'new property, refused',
      path: '/properties?add',
      async act(page) {
        await page.getByText('More calendar settings').click()
        await page.getByRole('button', { name: 'Add Property' }).last().click()
        await expect(page.getByText('Property name is required')).toBeVisible()
      },
    },
    { name: 'edited property', path: `/properties?edit=${propertyId}` },
    { name: 'menu of a property', path: '/properties', act: press(/^More for/) },
    { name: 'one property', path: `/properties/${propertyId}` },
    { name: 'no such property', path: '/properties/prop_none' },
    { name: 'requests', path: '/notifications' },
    { name: 'requests without a match', path: '/notifications?q=castle' },
    {
      name: 'message settings',
      path: '/notifications',
      act: (page) => page.getByRole('tab', { name: 'Settings' }).click(),
    },
    { name: 'profile', path: '/profile' },
    { name: 'profile, edited', path: '/profile', act: press('Edit') },
  ]
}

/** Opens a screen and waits until it shows its content instead of its skeleton. */
export async function open(page: Page, screen: Screen) {
  await page.goto(screen.path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await screen.act?.(page)
  await page.waitForLoadState('networkidle')
}

/** Signs in as the demo company's manager. */
export async function signInToDemo(page: Page) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(demoAccount.email)
  await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}
