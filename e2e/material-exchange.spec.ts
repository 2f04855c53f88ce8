import { expect, type Page } from '@playwright/test'
import { anotherPage, letIn, post, signIn, test } from './journey.ts'
import { qtiItem } from '#tests/qti-packages.ts'

/**
 * Creates a level with a chapter, its test, and a section with this many questions. Returns the path of the
 * level.
 */
async function newLevel(page: Page, name: string, questions: number) {
  const course = await post(page, '/bl/courses', { name, subject: 'Math' })
  const level = await post(page, '/bl/levels', { courseId: course._id, name: 'Level 1', chapterCount: 1 })
  await post(page, `/bl/levels/${level._id}/chapters/default`, {})
  for (let at = 1; at <= questions; at += 1)
    await post(page, '/bl/questions', {
      level: level._id,
      chapter: 1,
      section: 1,
      instructions: '',
      content: `What is $${at} + 1$?`,
      answers: { kind: 'fr', parts: [{ kind: 'number', value: String(at + 1) }] },
      hint: null,
      visual: null,
      variables: null,
      tests: [],
    })
  return `/material-editor/${level._id}`
}

test('an admin exports a level, and an editor imports it as a new level and sees the progress', async ({
  page,
  browser,
}) => {
  await letIn(page, 'admin')
  await newLevel(page, 'Exchanged sums', 3)
  await page.goto('/material-export')
  await page.getByLabel('Course').selectOption('Exchanged sums')
  await page.getByLabel('Level').selectOption('Level 1')
  await expect(page.getByText('Questions', { exact: true }).locator('..')).toContainText('3')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('material.zip')
  await expect(page.getByRole('status').getByText(/^Saved: /)).toBeVisible()
  const path = await file.path()

  const other = await anotherPage(browser)
  await signIn(other, 'editor')
  await other.getByRole('link', { name: 'Import' }).click()
  await other
    .getByLabel('File with material')
    .setInputFiles({ name: 'other.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await expect(other.getByText('it is damaged or not a zip file')).toBeVisible()
  await other.getByLabel('File with material').setInputFiles(path)
  const found = other.getByRole('region', { name: 'What is in the file' })
  await expect(found.getByText('This level already exists:')).toBeVisible()
  await expect(found.getByText('“Level 1 (2)”')).toBeVisible()
  await found.getByRole('button', { name: 'Import 3 questions' }).click()
  await expect(other.getByText('Material imported')).toBeVisible()
  await expect(other.getByRole('region', { name: 'Import' }).getByText('3 of 3')).toBeVisible()
  await other.getByRole('link', { name: 'View material' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Level 1 \(2\)/)
  await other.getByRole('list', { name: 'Chapters' }).getByRole('link').first().click()
  await other.getByRole('list', { name: 'Sections', exact: true }).getByRole('link').first().click()
  await expect(other.getByRole('list', { name: 'Questions' }).getByRole('listitem')).toHaveCount(3)
  await other.context().close()
})

test('an editor copies a section into the test of its chapter', async ({ page }) => {
  await letIn(page, 'editor')
  await page.goto(`${await newLevel(page, 'Copied sums', 2)}/1`)
  await page.getByRole('button', { name: 'Actions for section Section 1', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy to…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Copy “Section 1”' })
  await sheet.getByRole('radio', { name: 'Its test' }).check()
  await sheet.getByLabel('Name').fill('Proof of sums')
  await sheet.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Proof of sums/)
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem')).toHaveCount(2)
})

test('an editor writes a hint, reorders its steps by keyboard, and attaches it to a question', async ({
  page,
}) => {
  await letIn(page, 'editor')
  const level = await newLevel(page, 'Hinted sums', 1)
  await page.goto('/material-editor/hints')
  await page.getByRole('link', { name: 'New hint' }).click()
  await page.getByLabel(/^Name/).fill('Counting on')
  await page.getByRole('textbox', { name: 'Step 1' }).fill('Count on.')
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('textbox', { name: 'Step 2' }).fill('Begin with $\\frac{7$')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The math “\\frac{7” can’t be shown')).toBeVisible()
  await page.getByRole('textbox', { name: 'Step 2' }).fill('Begin with $7$.')
  await page.getByRole('button', { name: 'Move step 2' }).press('ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Step 1' })).toHaveValue('Begin with $7$.')
  await expect(page.getByRole('button', { name: 'Move step 1' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem').first()).toContainText(
    'Begin with',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Counting on')

  await page.goto(`${level}/1/chapter/1`)
  await page.getByRole('list', { name: 'Questions' }).getByRole('link').first().click()
  // Retry, because content that loads above the open list can close it.
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Shared hint' }).click()
    await page.getByRole('option', { name: /Counting on/ }).click({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('region', { name: 'Hint' }).first()).toContainText('Count on.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Counting on' }).click()
  await expect(page.getByRole('region', { name: 'Questions with this hint' }).getByRole('link')).toHaveText(
    /Hinted sums · Level 1 .* Question 1/,
  )
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
    '1 question uses this hint. Remove it there first.',
  )
})

test('an admin sees what an export for another system leaves out, and an editor imports the exported level again', async ({
  page,
  browser,
}) => {
  await letIn(page, 'admin')
  await newLevel(page, 'Sums for others', 2)
  await page.goto('/material-export')
  await page.getByLabel('Course').selectOption('Sums for others')
  await page.getByRole('radio', { name: 'QTI 2.1 package' }).check()
  await expect(page.getByRole('heading', { name: 'What will be left out' })).toBeVisible()
  await expect(page.getByText('Other ways to write the same number')).toContainText('2 questions')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('qti.zip')
  await expect(page.getByRole('heading', { name: 'What was left out' })).toBeVisible()

  const other = await anotherPage(browser)
  await letIn(other, 'editor')
  await other.goto('/material-import')
  const way = other.getByRole('navigation', { name: 'You are here' })
  await expect(way.getByRole('link', { name: 'Material editor' })).toBeVisible()
  await other
    .getByLabel('File with material')
    .setInputFiles({ name: 'template.xml', mimeType: 'application/xml', buffer: qtiItem('template') })
  await expect(other.getByText('Its values are filled in by templates.')).toBeVisible()
  await other.getByLabel('File with material').setInputFiles(await file.path())
  const found = other.getByRole('region', { name: 'What is in the file' })
  await expect(found.getByText('This course already exists:')).toBeVisible()
  await expect(found.getByText('What won’t be imported')).toBeHidden()
  await found.getByRole('button', { name: 'Import 2 questions' }).click()
  await expect(other.getByText('Material imported')).toBeVisible()
  await other.getByRole('link', { name: 'View material' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Level 1/)
  await other.context().close()
})
