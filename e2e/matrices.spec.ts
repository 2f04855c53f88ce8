import { expect, type Locator, type Page } from '@playwright/test'
import { atWork, check, checked, field, onward, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { form, press, row as sampleRow, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']
const at = (row: number, column: number) => `Row ${row}, column ${column}`

/** Checks the page with axe at three widths in light and dark, and takes screenshots if SHOTS is set. */
async function looks(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      expect(await violations(page), `${name} ${width} ${colorScheme}`).toEqual([])
      if (shots)
        await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a matrix is filled in entry by entry with the on-screen keys on a phone, and earns partial credit', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['matrix'], { touch: true, phone: true })
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  await expect(page.getByRole('group', { name: 'Your answer: 2 × 2 matrix' })).toBeVisible()
  const keys = page.getByRole('group', { name: 'Number keys' })
  const type = async (row: number, column: number, key: string) => {
    await field(page, at(row, column)).tap()
    await keys.getByRole('button', { name: key, exact: true }).tap()
  }
  await type(1, 1, '2')
  await type(1, 2, '2')
  await type(2, 1, '3')
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await field(page, at(2, 2)).fill('5/')
  await checked(page, 'invalid', /Row 2, column 2: /)
  await expect(field(page, at(2, 2))).toHaveAttribute('aria-invalid', 'true')
  await looks(page, 'matrix-invalid')
  await field(page, at(2, 2)).fill('4')
  await checked(page, 'partly')
  await field(page, at(2, 2)).fill('10/2')
  await checked(page, 'right')
  await looks(page, 'matrix-right')
  expect(errors).toEqual([])
  await context.close()
})

test('a matrix is filled in by keyboard alone', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1048', ['matrix'])
  const { keyboard } = page
  await expect(field(page, at(1, 1))).toBeFocused()
  await keyboard.type('2')
  await keyboard.press('ArrowRight')
  await expect(field(page, at(1, 2))).toBeFocused()
  await keyboard.type('2')
  await keyboard.press('Enter')
  await expect(field(page, at(2, 1))).toBeFocused()
  await keyboard.type('3')
  await keyboard.press('Tab')
  await keyboard.type('5')
  await keyboard.press('ArrowUp')
  await expect(field(page, at(1, 2))).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('students choose the size of a vector, and write formulas in it', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1049', ['vector', 'antiderivative', 'rounded'])
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  const { keyboard } = page
  const entry = (row: number, column: number) => page.locator(`[data-entry="${row} ${column}"] math-field`)
  /** Types into a formula. Retries, because the formula field ignores keys until it is ready. */
  const write = (formula: Locator, text: string, keys: string[]) =>
    expect(async () => {
      await formula.click()
      await keyboard.press('Control+a')
      await keyboard.press('Delete')
      for (const key of keys) await keyboard.press(key, { delay: 30 })
      expect(await formula.evaluate((element: HTMLInputElement) => element.value)).toBe(text)
    }).toPass()
  await expect(entry(1, 1)).toBeVisible()
  await press(page, 'Remove column')
  await expect(page.getByText('Columns: 1')).toBeVisible()
  await press(page, 'Remove row')
  await write(entry(0, 0), '3', ['3'])
  await keyboard.press('Enter')
  await expect(page.getByText('Rows: 2')).toBeVisible()
  await expect(entry(1, 0)).toBeFocused()
  await write(entry(1, 0), '2x', ['2', 'x'])
  await keyboard.press('ArrowUp')
  await expect(entry(0, 0)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(entry(1, 0)).toBeFocused()
  await press(page, 'Add column')
  await write(entry(0, 1), '0', ['0'])
  await write(entry(1, 1), '0', ['0'])
  await looks(page, 'vector')
  await checked(page, 'wrong', 'Check the number of rows and columns.')
  await press(page, 'Remove column')
  await checked(page, 'right')
  await onward(page)

  await question(page, 2)
  const formula = page.locator('math-field')
  const square = ['x', '^', '2', 'ArrowRight']
  await write(formula, 'x^2', square)
  await checked(page, 'invalid', 'Don’t forget + C.')
  await write(formula, 'x^2-2K', [...square, '-', '2', 'K'])
  await checked(page, 'right')
  await onward(page)

  await question(page, 3)
  await write(formula, 'y=2.67x+1.33', [...'y=2.67x+1.33'])
  await checked(page, 'right')
  expect(errors).toEqual([])
  await context.close()
})

test('an author writes a question with a matrix and sees which answers count as right', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('Write the identity matrix.')
  await answer
    .getByRole('radio', { name: 'Matrix or vector' })
    .or(answer.getByText('Matrix or vector'))
    .first()
    .click()
  await answer.getByLabel(at(1, 1)).fill('1')
  await answer.getByLabel(at(1, 2)).fill('0')
  await answer.getByLabel(at(2, 1)).fill('0')
  await expect(page.getByText('Enter the right answer to see possible student answers.')).toBeVisible()
  await answer.getByLabel(at(2, 2)).fill('1')
  await expect(sampleRow(page, '[1, 0; 0, 1]')).toContainText('Right')
  await answer.getByLabel('Students choose the size').check()
  await answer.getByRole('button', { name: 'Add column' }).click()
  await expect(answer.getByText('Columns: 3')).toBeVisible()
  await answer.getByLabel(at(1, 3)).fill('4')
  await answer.getByLabel(at(2, 3)).fill('5')
  await expect(sampleRow(page, '[1, 0; 0, 1; 4, 5]')).toContainText('Wrong')
  await looks(page, 'matrix-editor')
})

test('an author writes a question with an antiderivative, and then with an equation and a tolerance', async ({
  page,
}) => {
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('Find it.')
  await answer.getByLabel('Kind of part 1').selectOption('Expression')
  await answer.getByLabel('Right answer').fill('x^2')
  await answer.getByLabel('Antiderivative: accept any constant').check()
  await expect(answer.getByLabel('Right answer')).toHaveValue('x^2 + C')
  await expect(sampleRow(page, 'x^2 + 2*K')).toContainText('Right')
  await expect(sampleRow(page, 'x^2 + 0')).toContainText('Can’t be read')
  if (shots) await page.screenshot({ path: `${shots}/antiderivative-editor.png`, fullPage: true })
  await answer.getByLabel('Antiderivative: accept any constant').uncheck()
  await answer.getByLabel('Right answer').fill('y = (8/3)x + 4/3')
  await answer.getByLabel('Tolerance of each coefficient').selectOption('Within an amount')
  await expect(answer.getByLabel('Amount')).toHaveValue('0.01')
  if (shots) await page.screenshot({ path: `${shots}/tolerance-editor.png`, fullPage: true })
})
