import { expect } from '@playwright/test'
import { letIn, signIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

test('an oddity can be snoozed with a reason, found among the snoozed ones, and brought back', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/oddities`)
  const rows = page.getByRole('list', { name: 'Oddities' }).getByRole('listitem')
  const text = (await rows.first().getByRole('paragraph').first().textContent()) ?? ''
  const row = rows.filter({ hasText: text })
  await row.getByRole('button', { name: /^Snooze/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Snooze' })
  await sheet.getByLabel('Reason').fill('They come back in April.')
  await sheet.getByRole('button', { name: 'Snooze' }).click()
  await expect(row).toHaveCount(0)
  await page.getByText(/^Snoozed \d/).click()
  await expect(row).toContainText('snoozed until Mar 10, 2026: They come back in April.')
  await row.getByRole('button', { name: 'End snooze' }).click()
  await expect(row).toHaveCount(0)
})

test('one click on the oddities page gives an open seat to a waitlisted student', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/oddities`)
  const rows = page.getByRole('listitem').filter({ hasText: 'on its waitlist' })
  const text = (await rows.last().getByRole('paragraph').first().textContent()) ?? ''
  const row = page.getByRole('listitem').filter({ hasText: text })
  await row.getByRole('button', { name: /^Enroll/ }).click()
  await expect(page.getByText('Fixed.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a message to the prospects’ families can be previewed and sent, and is listed with its delivery states', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/emails`)
  await page.getByRole('button', { name: 'New message' }).click()
  const sheet = page.getByRole('dialog', { name: 'New message' })
  await sheet.getByLabel('Students', { exact: true }).last().selectOption('Prospects')
  await sheet.getByLabel('Subject line').fill('An open day for {{children}}')
  await sheet.getByLabel('Message').fill('Dear {{parent}},\n\ncome and see us.\n\n{{center}}')
  await sheet.getByRole('button', { name: 'Preview' }).click()
  const mail = sheet.getByRole('article').first()
  await expect(mail).toContainText('Maple Street')
  await expect(mail).not.toContainText('{{')
  await sheet.getByRole('button', { name: /^Send to \d+ parents?$/ }).click()
  const line = page
    .getByRole('list', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'An open day' })
  await expect(line).toContainText(/\d+ not emailed/)
  await line.getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText('To the parents of: Prospects')
})

test('a parent has a calendar URL that other programs can read, and can replace it', async ({
  page,
  request,
}) => {
  await signIn(page, 'parent')
  await page.getByRole('main').getByRole('link', { name: /Sofia/ }).first().click()
  await page.getByRole('button', { name: 'Add to your calendar' }).click()
  const address = page.getByRole('dialog').getByLabel('Address')
  const before = await address.inputValue()
  const path = (url: string) => new URL(url).pathname
  const feed = await request.get(path(before))
  expect(await feed.text()).toMatch(
    /^BEGIN:VCALENDAR\r\n[^]*X-WR-CALNAME:Sofia’s classes\r\n[^]*BEGIN:VEVENT/,
  )
  await page.getByRole('button', { name: 'Create a new address' }).click()
  await expect(address).not.toHaveValue(before)
  expect((await request.get(path(before))).status()).toBe(404)
  expect((await request.get(path(await address.inputValue()))).status()).toBe(200)
})
