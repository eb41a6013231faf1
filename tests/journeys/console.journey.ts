import { dateAtTheHouses, weekendWaitedFor } from '../../local/demo/company.ts'
import { expect, test } from './given.ts'

test.use({ story: { name: 'console', demoCompany: true } })

test('a newcomer sees the main job happen on the demo company, by clicking only', async ({ page }) => {
  await page.goto('/local')
  const inbox = page.getByRole('region', { name: 'Inbox' })
  const messages = inbox.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(inbox).toContainText('No messages')

  const friday = weekendWaitedFor(dateAtTheHouses(new Date().toISOString()))
  await page.getByRole('region', { name: 'Calendars' }).locator(`[data-day="${friday}"]`).click()
  await expect(page.getByText(/^Cancelled .* 3 nights$/)).toBeVisible()
  await page.getByRole('button', { name: 'Run dispatch-checks now' }).click()
  await page.getByRole('button', { name: 'Advance 15 min' }).click()
  await expect(messages).toHaveCount(2)
  await expect(messages.filter({ hasText: 'ada.miller@example.com' })).toHaveCount(1)
  await expect(messages.filter({ hasText: '+46701740605' })).toHaveCount(1)
  await page
    .getByRole('region', { name: 'Executions' })
    .getByRole('button', { name: 'Skip the wait' })
    .click()
  await expect(messages).toHaveCount(4)
  await expect(messages.filter({ hasText: 'jonas.berg@example.com' })).toHaveCount(1)
  await expect(messages.filter({ hasText: 'priya.raman@example.com' })).toHaveCount(1)

  await messages.filter({ hasText: 'ada.miller@example.com' }).getByRole('button').click()
  const mail = page.frameLocator('iframe[title^="Message: "]')
  await expect(mail.getByText('Lind Coast Houses').first()).toBeVisible()
  const opened = page.waitForEvent('popup')
  await mail.getByRole('link', { name: 'View, change or delete your request' }).click()
  const request = await opened
  await expect(request.getByRole('heading', { name: 'Your Waitlist Request' })).toBeVisible()
  await expect(request.getByText('notified', { exact: true })).toBeVisible()
  await expect(page.getByText('That is the whole job.')).toBeVisible()
})
