import { expect, type Page } from '@playwright/test'
import { atWork, check, field, onward, question } from './answer-fixture.ts'
import { test } from './journey.ts'

/** Presses Enter on the Check button, and again on the Next question button, which then has the focus. */
async function solvedByButton(page: Page) {
  await check(page).press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  await page.keyboard.press('Enter')
}

async function orderTiles(page: Page) {
  const bank = page.getByRole('list', { name: 'Words to choose from' })
  for (const word of ['the', 'cat', 'not', 'is', 'here'])
    await bank.getByRole('button', { name: word, exact: true }).press('Enter')
  await page.getByRole('button', { name: 'not, 3 of 5' }).press('ArrowRight')
  await expect(page.getByRole('button', { name: 'not, 4 of 5' })).toBeFocused()
  await solvedByButton(page)
}

async function drawGraphs(page: Page) {
  const { keyboard } = page
  const add = page.getByRole('button', { name: 'Add a point' })
  await add.press('Enter')
  await expect(page.getByRole('button', { name: 'Point 1 at 0, 0' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Point 1 at 1, 1' })).toBeFocused()
  await add.press('Enter')
  await keyboard.press('Delete')
  await expect(page.getByRole('button', { name: 'Point 1 at 1, 1' })).toBeFocused()
  await add.press('Enter')
  await page.getByRole('textbox', { name: 'Point 2, x' }).fill('-3')
  await page.getByRole('textbox', { name: 'Point 2, y' }).fill('-3')
  await solvedByButton(page)

  for (const place of ['-2', '3']) {
    await add.press('Enter')
    await page
      .getByRole('textbox', { name: /Point \d, position/ })
      .last()
      .fill(place)
  }
  await solvedByButton(page)
}

test('questions of every kind can be answered by keyboard alone', async ({ browser }) => {
  const names = [
    'number',
    'select',
    'expression',
    'manual',
    'choices',
    'tiles',
    'graphLine',
    'numberLine',
    'work',
  ] as const
  const { page, errors, context } = await atWork(browser, 'M1043', names)
  const { keyboard } = page
  /** Presses Enter in a field to check the answer, and again on Next question, which then has the focus. */
  const solved = async () => {
    await keyboard.press('Enter')
    await expect(page.getByText('Right!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next question' })).toBeFocused()
    await keyboard.press('Enter')
  }
  await expect(field(page)).toBeFocused()
  await keyboard.type('9/2')
  await solved()

  await expect(page.getByRole('radio', { name: '<' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '>' })).toBeChecked()
  await solved()

  await question(page, 3)
  await expect(page.locator('math-field')).toBeFocused()
  // Retry, because the expression field ignores keys until it is ready.
  await expect(async () => {
    await keyboard.press('Control+a')
    await keyboard.press('Delete')
    await keyboard.type('x^2', { delay: 30 })
    await keyboard.press('ArrowRight')
    await keyboard.type('+3x', { delay: 30 })
    expect(await page.locator('math-field').evaluate((element) => (element as HTMLInputElement).value)).toBe(
      'x^2+3x',
    )
  }).toPass()
  await solved()

  await expect(field(page)).toBeFocused()
  await keyboard.type('Because it is so.')
  await keyboard.press('Control+Enter')
  await expect(page.getByText('Your teacher will grade it.')).toBeVisible()
  await onward(page)

  await expect(page.getByRole('checkbox', { name: 'A. 2' })).toBeFocused()
  await keyboard.press('a')
  await keyboard.press('3')
  await expect(page.getByRole('checkbox', { name: 'C. 8' })).toBeChecked()
  await solved()

  await orderTiles(page)
  await drawGraphs(page)
  await page.getByRole('textbox', { name: 'Your work in words' }).fill('20 + 20 + 2')
  await field(page).fill('42')
  await field(page).press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
