import { expect, type Page } from '@playwright/test'
import { letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

/** Returns the name of the first parent in the list of students, or '' if there is none. */
async function firstParent(page: Page) {
  const heads = page.getByRole('columnheader')
  await expect(heads.first()).toBeVisible()
  const at = (await heads.allInnerTexts()).indexOf('Parent')
  const rows = (await page.getByRole('row').all()).slice(1)
  // Skip rows without a parent, because another test may have added such a student.
  const names = await Promise.all(rows.map((row) => row.locator('th, td').nth(at).innerText()))
  return names.find((name) => name !== 'None') ?? ''
}

test('one search finds students, parents by name or phone, classes and pages, and lists recent results', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  const parent = await firstParent(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(dialog.getByText('Type a name, a phone number, a class or a page.')).toBeVisible()
  const { x = 0, width = 0 } = (await dialog.boundingBox()) ?? {}
  expect([Math.round(x + width / 2), Math.round(width)], 'middle and width').toEqual([640, 620])

  await field.fill('212-555-0100')
  const parents = dialog.getByRole('group', { name: 'Parents' }).getByRole('option')
  await expect(parents.first()).toContainText('212-555-0100')
  await expect(dialog.getByRole('group', { name: 'Students' }).getByRole('option').first()).toBeVisible()
  await field.fill('Math 5')
  await expect(dialog.getByRole('group', { name: 'Classes' }).getByRole('option').first()).toContainText(
    'Math 5',
  )
  await field.fill('xqxqxq')
  await expect(dialog.getByText('Nothing found for “xqxqxq”.')).toBeVisible()

  await field.fill(parent)
  await expect(parents.first()).toContainText(parent)
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/students\/[0-9a-f-]{36}$/)
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1)
  await field.fill('grading')
  await dialog.getByRole('option', { name: /Grading/ }).click()
  await expect(page).toHaveURL(/\/grading$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the list of students can be searched by a parent’s name', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  const row = page.getByRole('row').nth(1)
  const parent = await firstParent(page)
  await page.getByRole('searchbox', { name: 'Search students by name, number or parent' }).fill(parent)
  await expect(page).toHaveURL(/find=/)
  await expect(row).toContainText(parent)
})

test('the search opens immediately even if the network is down, so that no keystroke goes to the page', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const loaded = page.waitForResponse(/\/SearchDialog-[^/]+\.js$/)
  await page.goto(center)
  await loaded
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
})
