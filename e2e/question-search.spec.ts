import { expect, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { letIn, post, test } from './journey.ts'
import { sectionWith } from './question-editor.ts'

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

test('staff search the questions of all levels by words in their text, answer or hint, and narrow the results', async ({
  page,
}) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 2)
  const level = address.split('/')[2] ?? ''
  const hint = await post(page, '/bl/hints', { name: 'Pies', steps: ['Cut the Pastelería pie in four.'] })
  const question = { instructions: '', hint: hint._id, visual: null, variables: null, tests: [] }
  await post(page, '/bl/questions', {
    level,
    chapter: 1,
    section: 1,
    content: 'Ana eats $\\frac{3}{4}$ of a quinceañera cake.',
    answers: { kind: 'mc', choices: ['Marzipan', 'Nougat'], correct: [1] },
    ...question,
  })

  await page.goto('/material-editor')
  await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page.getByText('What are you looking for?')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const field = page.getByRole('searchbox', { name: 'Search questions by text, answer or hint' })
  const found = page.getByRole('list', { name: 'Questions found' }).getByRole('listitem')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('QUINCEANERA 3/4')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('Level A › Chapter 1 › Section 1')
  await expect(found.locator('mark')).toHaveText(['3', '4', 'quinceañera'])
  await expect(page).toHaveURL(/find=QUINCEANERA/)
  expect(await violations(page)).toEqual([])
  await field.fill('pasteler')
  await expect(found).toContainText('Hint: Cut the Pastelería pie in four.')
  await field.fill('marzipan')
  await expect(found).toContainText('Answer: ')
  await field.fill('xqxqxq')
  await expect(page.getByText('No questions found for “xqxqxq”')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await field.fill('')
  await page.getByLabel('Level').selectOption(level)
  await expect(found).toHaveCount(3)
  await page.getByLabel('Kind of answer').selectOption('mc')
  await expect(found).toHaveCount(1)
  await page.getByLabel('Kind of answer').selectOption('')
  await page.getByLabel('Section').selectOption({ label: 'Section 1' })
  await field.fill('what')
  await expect(found).toHaveCount(2)
  await page.getByLabel('Status').selectOption('Done')
  await expect(found).toHaveCount(0)
  await page.getByLabel('Status').selectOption('Needs review')
  await expect(found).toHaveCount(2)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await shot(page, `search-${width}`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await shot(page, 'search-dark')
  await found.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 1')
  await page.goBack()
  await expect(field).toHaveValue('what')
  await expect(found).toHaveCount(2)
})
