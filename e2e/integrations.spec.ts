import { expect, type Page } from '@playwright/test'
import { letIn, test } from './journey.ts'

const address = '/centers/Maple%20Street/settings/integrations'

/** Creates an access token on the screen and returns its text. */
async function newToken(page: Page, name: string, permissions: readonly string[]) {
  await page.getByRole('button', { name: 'New token' }).click()
  const sheet = page.getByRole('dialog', { name: 'New access token' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('Choose what the program may do.')
  for (const permission of permissions) await sheet.getByLabel(permission, { exact: true }).check()
  await sheet.getByLabel('Works for').selectOption('90 days')
  await sheet.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: `Token for ${name}` })
  const text = await dialog.getByLabel('Token', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return text
}

test('a program reads the students with a token, gets 403 beyond its permissions, and 401 once it is revoked', async ({
  page,
  baseURL,
  playwright,
}) => {
  await letIn(page, 'manager')
  await page.goto('/centers/Maple%20Street/settings')
  await page.getByRole('link', { name: 'Open integrations' }).click()
  const token = await newToken(page, 'Accounting', ['Students and parents', 'Classes'])
  const row = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem')
  await expect(row).toContainText('Students and parents, Classes')
  await expect(row).toContainText('Not used yet')
  await expect(page.getByText(token)).toHaveCount(0)

  const extraHTTPHeaders = { authorization: `Bearer ${token}` }
  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders })
  const statusOf = async (path: string) => (await program.get(`/api/centers/${path}`)).status()
  const roster = await program.get('/api/centers/Maple%20Street/students')
  expect(((await roster.json()) as { students: unknown[] }).students.length).toBeGreaterThan(10)
  expect(await statusOf('Maple%20Street/staff')).toBe(403)
  expect(await statusOf('Oak%20Avenue/students')).toBe(404)
  await page.reload()
  await expect(row).toContainText(/Last used .*:00/)

  await page.getByRole('button', { name: 'Revoke Accounting' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Accounting?' })
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row).toContainText('Revoked')
  expect(await statusOf('Maple%20Street/students')).toBe(401)
  await program.dispose()
})
