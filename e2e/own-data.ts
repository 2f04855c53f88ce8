import { expect, type Page } from '@playwright/test'
import { enter } from './journey.ts'

export const ownerEmail = 'owner@center.example'
export const ownerPassword = 'seven boats below the lighthouse'

/** Opens the link that an empty installation prints for its first admin, and chooses the password. */
export async function choosePassword(page: Page, printed: () => string) {
  await expect.poll(printed).toContain('/setup#token=')
  await page.goto(/\/setup#token=\S+/.exec(printed())?.[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
}

/** Sets up the first admin of an installation with STAFF_MFA=optional, and logs in. */
export async function enterAsOwner(page: Page, printed: () => string) {
  await choosePassword(page, printed)
  await enter(page, ownerEmail, ownerPassword)
  await expect(page).toHaveURL('/centers')
}

/** Creates a center on the page of all centers. */
export async function createCenter(page: Page, name: string) {
  await page.getByRole('button', { name: 'New center' }).click()
  const sheet = page.getByRole('dialog', { name: 'New center' })
  const facts = { Address: '4 Pier Road', City: 'Springfield', State: 'NY', 'ZIP code': '10301' }
  for (const [label, text] of Object.entries({ Name: name, ...facts }))
    await sheet.getByLabel(label).fill(text)
  await sheet.getByRole('button', { name: 'Create center' }).click()
  await expect(page).toHaveURL(`/centers/${name}`)
}
