import { expect } from '@playwright/test'
import { signIn, test } from './journey.ts'

const line = (question: string, answer: string) => JSON.stringify({ question, answer })
const dollars = line(
  'Ana has $3 and finds $4 more. How many dollars does she have?',
  'She adds them: 3 + 4 = <<3+4=7>>7\n#### 7',
)
const eggs = line(
  'A box holds 12 eggs. How many eggs are in 5 boxes?',
  'Each box holds 12.\nThere are 12*5=<<12*5=60>>60 eggs.\n#### 60',
)
const keyless = line('How many legs do 3 ants have?', 'An ant has six legs.')

test('an editor creates a course and imports questions after fixing the errors that the dry run lists by line', async ({
  page,
}) => {
  await signIn(page, 'editor')
  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByLabel('Name').fill('Word problems')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const course = page.getByRole('region', { name: 'Word problems' })
  await course.getByRole('button', { name: 'Add level' }).click()
  await page.getByLabel('Name').fill('Stories 1')
  await page.getByLabel('Number of chapters').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Add missing chapters' }).click()
  await page
    .getByRole('list', { name: 'Chapters' })
    .getByRole('link', { name: /Chapter 1/ })
    .click()
  await page.getByRole('list', { name: 'Sections', exact: true }).getByRole('link').first().click()

  await page.getByRole('button', { name: 'Import questions' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import questions' })
  await sheet.getByText('Or paste lines').click()
  await sheet.getByLabel('Lines', { exact: true }).fill([dollars, keyless, eggs].join('\n'))
  await sheet.getByRole('button', { name: 'Check the lines' }).click()
  await expect(sheet.getByText('2 questions are ready to import.')).toBeVisible()
  await expect(sheet.getByText('1 line can’t be imported')).toBeVisible()
  await expect(sheet.getByText('Line 2')).toBeVisible()

  await sheet.getByLabel('Lines', { exact: true }).fill([dollars, eggs].join('\n'))
  await sheet.getByRole('button', { name: 'Check the lines' }).click()
  await sheet.getByRole('button', { name: 'Import 2 questions' }).click()
  await expect(sheet.getByText('2 questions were imported.')).toBeVisible()
  await sheet.getByRole('link', { name: 'Show the questions' }).click()
  await expect(page.getByText('Ana has $3 and finds $4 more.')).toBeVisible()
  await expect(page.getByText('A box holds 12 eggs.')).toBeVisible()
})
