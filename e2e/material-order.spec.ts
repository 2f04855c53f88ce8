import { expect, type Page } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

/** Creates a level with two filled chapters and opens it. */
async function openLevel(page: Page, name: string) {
  await letIn(page, 'editor')
  const course = await post(page, '/bl/courses', { name, subject: 'Math' })
  const level = await post(page, '/bl/levels', { courseId: course._id, name: 'Level 1', chapterCount: 2 })
  await post(page, `/bl/levels/${level._id}/chapters/default`, {})
  await page.goto(`/material-editor/${level._id}`)
  return level._id
}

const names = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('link')

test('chapters and sections can be added, named, reordered by keyboard, menu and mouse, and restored after deletion', async ({
  page,
}) => {
  await openLevel(page, 'In order')
  await page.getByRole('button', { name: 'Add chapter' }).click()
  await page.getByLabel('Name').fill('Fractions')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  const chapters = names(page, 'Chapters')
  await expect(chapters).toHaveText(['Chapter 1', 'Chapter 2', '3Fractions'])

  await chapters.nth(2).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(chapters).toHaveText(['1Fractions', '2Chapter 1', '3Chapter 2'])
  await expect(chapters.first()).toBeFocused()
  await page.getByRole('button', { name: 'Actions for chapter Fractions' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(chapters).toHaveText(['Chapter 1', '2Fractions', '3Chapter 2'])
  const rows = page.getByRole('list', { name: 'Chapters' }).getByRole('listitem')
  await expect(async () => {
    const handle = rows.filter({ hasText: 'Chapter 2' }).locator('[aria-hidden]').first()
    await handle.dragTo(rows.first(), { targetPosition: { x: 200, y: 4 } })
    await expect(chapters).toHaveText(['1Chapter 2', '2Chapter 1', '3Fractions'], { timeout: 2000 })
  }).toPass()
  // Wait, because the page shows the new order before it is stored.
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(chapters).toHaveText(['1Chapter 2', '2Chapter 1', '3Fractions'])

  await chapters.first().click()
  await page.getByRole('button', { name: 'Add section to the test' }).click()
  await page.getByLabel('Name').fill('Harder')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  const tested = names(page, 'Sections of the test')
  await expect(tested).toHaveText(['Section 1', '2Harder'])
  await tested.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(tested).toHaveText(['1Harder', '2Section 1'])
  await page.getByRole('button', { name: 'Actions for section Section 1 of the test' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(tested).toHaveText(['1Harder'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tested).toHaveText(['1Harder', '2Section 1'])
})

test('a level links to its unfinished questions and shows the gaps in its assessment', async ({ page }) => {
  const level = await openLevel(page, 'To be finished')
  const asked = {
    level,
    test: 1,
    section: 1,
    instructions: '',
    hint: null,
    visual: null,
    variables: null,
    tests: [],
  }
  const answers = { kind: 'fr', parts: [{ kind: 'number', value: '4' }] }
  await post(page, '/bl/questions', { ...asked, content: 'How many are 2 and 2?', answers })
  await post(page, '/bl/questions', { ...asked, content: 'What is $\\frac{1$?', answers })
  await page.reload()
  const assessment = page.getByRole('region', { name: 'Assessment' })
  await expect(assessment.getByText('1 question from 2 sections')).toBeVisible()
  await expect(assessment.getByText('1 of 2: only 1 is ready')).toBeVisible()
  await expect(assessment.getByText('0 of 2: none are ready')).toBeVisible()
  await assessment.getByLabel('Questions per section').selectOption('1')
  await expect(assessment.getByText('1 of 1', { exact: true })).toBeVisible()
  await assessment.getByText('Show the question').click()
  await expect(assessment.getByText('How many are 2 and 2?')).toBeVisible()

  const chapter = page.getByRole('list', { name: 'Chapters' }).getByRole('listitem').first()
  await expect(chapter.getByText('1 not finished')).toBeVisible()
  await expect(chapter.getByText('1 to review')).toBeVisible()
  await chapter.getByRole('link').first().click()
  await page
    .getByRole('list', { name: 'Sections of the test' })
    .getByRole('link', { name: '1 not finished' })
    .click()
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('radio', { name: 'Incomplete 1' })).toBeChecked()
})
