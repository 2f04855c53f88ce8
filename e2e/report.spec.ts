import { expect } from '@playwright/test'
import { anotherPage, letIn, signIn, test } from './journey.ts'
import { center, firstRow } from './steps.ts'

test('an assessment is assigned and done, and the level that its report suggests can be adopted', async ({
  page,
  browser,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?find=M1028`)
  await firstRow(page)
  const record = page.url()
  await page.getByRole('button', { name: 'Assign work' }).click()
  const dialog = page.getByRole('dialog', { name: /^Assign work to Jarrett/ })
  await dialog.getByRole('radio', { name: 'Assessment' }).check()
  await dialog.getByRole('group', { name: 'Suggested next' }).getByRole('button', { name: 'Math 4' }).click()
  await dialog.getByLabel('Name').fill('Where to begin')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()

  const child = await anotherPage(browser)
  await signIn(child, 'm1028@family.example')
  await child.getByRole('link', { name: /Where to begin/ }).click()
  await child.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(child.getByRole('article', { name: /^Question 1 of/ })).toBeVisible()
  await child.getByRole('button', { name: 'Hand in' }).click()
  await child.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(child.getByRole('dialog', { name: /^Hand in/ })).toBeHidden()
  await child.context().close()

  // Wait for the record to update, because until then its row links to the questions.
  const line = page.getByRole('link', { name: /Where to begin/ })
  await expect(line).toHaveAttribute('href', /\/report$/)
  await line.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Report: Where to begin' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Results by section' })).toBeVisible()
  const suggestion = page.getByRole('region', { name: 'Suggested level' })
  await expect(suggestion).toContainText('Math 3')
  await expect(suggestion).toContainText('the previous level is a better fit')
  await suggestion.getByRole('button', { name: 'Use this level' }).click()
  const question = page.getByRole('dialog', { name: 'Use Math 3 for Math?' })
  await expect(question).toContainText('Jarrett is currently in Math 4, chapter 1.')
  await question.getByRole('button', { name: 'Use this level' }).click()
  await expect(suggestion).toContainText('Jarrett is already at this level.')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('main').getByText('Maple Street')).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.goto(record)
  await expect(page.getByText('Math 3', { exact: true }).first()).toBeVisible()
})
