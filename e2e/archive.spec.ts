import { expect } from '@playwright/test'
import { letIn, test } from './journey.ts'

test('a center can be archived, which hides it and prevents changes, and can then be restored', async ({
  page,
}) => {
  await letIn(page, 'admin')
  await page.goto('/centers')
  await page.getByRole('button', { name: 'New center' }).click()
  await page.getByLabel('Name').fill('Attic Lane')
  for (const label of ['Address', 'City', 'State', 'ZIP code']) await page.getByLabel(label).fill('1')
  await page.getByRole('button', { name: 'Create center' }).click()
  await expect(page).toHaveURL('/centers/Attic%20Lane')

  await page.goto('/centers/Attic%20Lane/settings')
  const part = page.getByRole('region', { name: 'Archive' })
  await part.getByRole('button', { name: 'Archive center' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive Attic Lane?' })
  await dialog.getByRole('button', { name: 'Archive center' }).click()
  const note = page.getByText('Attic Lane is archived. Nothing can be changed')
  await expect(note).toBeVisible()

  const archived = 'This center is archived. Restore it in its settings to change anything.'
  for (const what of ['the center', 'the make-up rules', 'the homework', 'the classroom PIN']) {
    const change = page.getByRole('button', { name: `Change ${what}` })
    await expect(change).toBeDisabled()
    await expect(change).toHaveAccessibleDescription(archived)
  }
  await page.goto('/centers/Attic%20Lane/students')
  await expect(page.getByRole('button', { name: 'New student' }).first()).toHaveAccessibleDescription(
    archived,
  )
  await page.goto('/centers')
  await expect(page.getByRole('list', { name: 'Centers', exact: true })).not.toContainText('Attic Lane')
  await page
    .getByRole('list', { name: 'Archived centers' })
    .getByRole('link', { name: /Attic Lane/ })
    .click()
  await expect(note).toBeVisible()

  await note.getByRole('link', { name: 'settings' }).click()
  await expect(part.getByText(/^Export it first\. It can be deleted starting .*\.$/)).toBeVisible()
  await expect(part.getByRole('button', { name: 'Delete center' })).toHaveAccessibleDescription(
    'A center can be deleted 30 days after it was archived.',
  )
  const saving = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Export everything' }).click()
  expect((await saving).suggestedFilename()).toBe('Attic Lane.zip')
  await expect(part.getByText(/^Already exported\./)).toBeVisible()

  await part.getByRole('button', { name: 'Restore center' }).click()
  await expect(page.getByText('Attic Lane has been restored.')).toBeVisible()
  await expect(note).toBeHidden()
  await page.goto('/centers')
  await expect(page.getByRole('list', { name: 'Centers', exact: true })).toContainText('Attic Lane')
})
