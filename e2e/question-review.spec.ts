import { expect, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { sectionWith } from './question-editor.ts'

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

test('an editor approves a question, sends one back with a note, and opens the next, all by keyboard', async ({
  page,
}) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'editor')
  const { address, ids } = await sectionWith(page, 5)
  const level = address.split('/')[2] ?? ''
  await page.goto('/material-editor')
  await page.getByRole('main').getByRole('link', { name: 'Review', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Review questions' })).toBeVisible()
  await page.getByLabel('Level').selectOption(level)
  await expect(page.getByRole('radio', { name: 'All 5' })).toBeChecked()
  const lines = page.getByRole('navigation', { name: 'Questions to review' }).getByRole('button')
  const card = page.getByRole('region', { name: 'Question to review' })
  await expect(lines).toHaveCount(5)
  await expect(card).toContainText('Question 1')
  await expect(card.getByText(/^New/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await shot(page, `review-${width}`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await shot(page, 'review-dark')
  await page.emulateMedia({ colorScheme: 'light' })

  await page.locator('h1').click()
  await page.keyboard.press('a')
  await expect(lines).toHaveCount(4)
  await expect(card).toContainText('Question 2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lines).toHaveCount(5)
  await expect(page.getByText('Marked for review 1')).toBeVisible()
  await expect(card).toContainText('Question 1')
  await expect(card).toContainText('Marked for review')
  await page.keyboard.press('a')
  await expect(lines).toHaveCount(4)

  await page.locator('h1').click()
  await lines.first().focus()
  await page.keyboard.press('j')
  await expect(card).toContainText('Question 3')
  await page.keyboard.press('ArrowUp')
  await expect(card).toContainText('Question 2')
  await page.keyboard.press('s')
  const sheet = page.getByRole('dialog', { name: 'Send back question 2' })
  await expect(sheet.getByLabel('What should be changed?')).toBeFocused()
  await page.keyboard.type('Ask for a sentence.')
  expect(await violations(page)).toEqual([])
  await shot(page, 'review-send-back')
  // The note must not be lost if it can't be sent.
  await page.route('**/questions/*/review', (route) => route.abort())
  await sheet.getByRole('button', { name: 'Send back' }).click()
  await expect(sheet.getByRole('alert')).toBeVisible()
  await expect(sheet.getByLabel('What should be changed?')).toHaveValue('Ask for a sentence.')
  await page.unroute('**/questions/*/review')
  await sheet.getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByText(/: Sent back\.$/)).toBeVisible()
  await expect(lines).toHaveCount(3)
  await expect(card).toContainText('Question 3')

  await page.locator('h1').click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${ids[2]}`))
  await page.goBack()
  await page.getByText('Sent back 1').click()
  await expect(lines).toHaveCount(1)
  await expect(card.getByText('Ask for a sentence.')).toBeVisible()
  await card.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 2')
  await expect(page.getByText('Ask for a sentence.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shot(page, 'review-note-in-editor')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Ask for a sentence.')).toBeHidden()
})
