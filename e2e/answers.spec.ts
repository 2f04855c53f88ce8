import { expect, type Page } from '@playwright/test'
import { atWork, check, checked, field, onPaper, onward, question } from './answer-fixture.ts'
import { test } from './journey.ts'

/** Taps keys by name. */
async function keys(page: Page, names: readonly string[]) {
  for (const name of names) await page.getByRole('button', { name, exact: true }).tap()
}

/** Clears a field with the Delete key of the keypad. */
async function emptied(page: Page, name = 'Your answer') {
  while ((await field(page, name).inputValue()) !== '') await keys(page, ['Delete'])
}

async function tapPaper(page: Page, x: number, y: number) {
  await page.locator('svg[data-open]').scrollIntoViewIfNeeded()
  const at = await onPaper(page, x, y)
  await page.touchscreen.tap(at.x, at.y)
}

/**
 * Answers three questions: with a letter, with a segment (its endpoints in either order), and with an angle
 * (its vertex in the middle).
 */
async function nameThings(page: Page) {
  for (const [unread, wrong, right] of [
    [['a', 'b'], ['d'], ['c']],
    [['A'], ['R', 'S'], ['Q', 'P']],
    [
      ['P', 'Q'],
      ['Q', 'P', 'R'],
      ['R', 'Q', 'P'],
    ],
  ] as const) {
    await field(page).tap()
    await keys(page, unread)
    await checked(page, 'invalid')
    await emptied(page)
    await keys(page, wrong)
    await checked(page, 'wrong')
    await emptied(page)
    await keys(page, right)
    await checked(page, 'right')
    await onward(page)
  }
}

test('free-response parts show verdicts on right, wrong and unreadable answers entered with the on-screen keys', async ({
  browser,
}) => {
  const names = ['number', 'parts', 'letter', 'line', 'angle', 'words', 'select'] as const
  const { page, errors, context } = await atWork(browser, 'M1054', names, { touch: true, phone: true })
  await question(page, 1)
  await expect(page.locator('p', { hasText: 'A fraction will do.' })).toBeVisible()
  await keys(page, ['5'])
  await checked(page, 'wrong')
  await keys(page, ['9', 'Fraction'])
  await checked(page, 'invalid', 'The fraction isn’t finished')
  await keys(page, ['2'])
  await checked(page, 'right')
  await onward(page)

  await field(page, 'Answer, part 1').tap()
  await keys(page, ['5'])
  await field(page, 'Answer, part 2').tap()
  await keys(page, ['Minus'])
  await checked(page, 'invalid')
  await expect(page.getByRole('textbox', { name: 'Answer, part 2' })).toHaveAccessibleDescription(
    /The number isn’t finished/,
  )
  await expect(field(page, 'Answer, part 2'), 'the part to correct has the focus').toBeFocused()
  await emptied(page, 'Answer, part 2')
  await keys(page, ['4'])
  await checked(page, 'partly')
  await field(page, 'Answer, part 2').tap()
  await emptied(page, 'Answer, part 2')
  await keys(page, ['3'])
  await checked(page, 'right')
  await onward(page)

  await nameThings(page)

  await question(page, 6)
  await field(page).fill('warm')
  await checked(page, 'wrong')
  await field(page).fill('  Hot ')
  await checked(page, 'right')
  await onward(page)

  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await page.getByRole('radio', { name: '<' }).tap()
  await checked(page, 'wrong')
  await page.getByRole('radio', { name: '>' }).tap()
  await checked(page, 'right')
  expect(errors).toEqual([])
  await context.close()
})

test('an expression can be entered by touch with the on-screen keys, or typed if its field fails to load', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1041', ['expression', 'equation'], {
    touch: true,
  })
  await expect(page.locator('math-field')).toBeFocused()
  const math = page.getByRole('math', { name: 'Your answer' }).or(page.locator('math-field'))
  await math.first().tap()
  await keys(page, ['x', 'Power', '2', 'Move cursor right', 'Plus'])
  await checked(page, 'invalid')
  await keys(page, ['3'])
  await checked(page, 'wrong')
  await keys(page, ['x'])
  await checked(page, 'right')

  // Reload the page, because it keeps the modules that it has already loaded.
  await page.route(/MathField-.*\.js/, (route) => route.abort())
  await page.reload()
  await onward(page)
  await field(page).fill('5')
  await checked(page, 'invalid', 'Write it with both sides')
  await field(page).fill('5 = x')
  await checked(page, 'right')
  expect(errors).toEqual([])
  await context.close()
})

test('choices, sentences and graphs show verdicts on right, wrong and unreadable answers entered by touch', async ({
  browser,
}) => {
  const names = [
    'choice',
    'choices',
    'sentence',
    'tiles',
    'order',
    'point',
    'named',
    'graphLine',
    'polygon',
    'numberLine',
  ] as const
  const { page, errors, context } = await atWork(browser, 'M1042', names, { touch: true, phone: true })
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await page.getByRole('radio', { name: 'B. 1/2' }).tap()
  await checked(page, 'wrong')
  await page.getByRole('radio', { name: 'C. 8' }).tap()
  await checked(page, 'right')
  await onward(page)

  await page.getByRole('checkbox', { name: 'A. 2' }).tap()
  await checked(page, 'partly')
  await page.getByRole('checkbox', { name: 'C. 8' }).tap()
  await checked(page, 'right')
  await onward(page)

  await field(page).fill('!')
  await checked(page, 'invalid', 'Write a sentence first.')
  await field(page).fill('Sleep cats')
  await checked(page, 'wrong', 'Take another look at their order.')
  await field(page).fill('cats sleep')
  await checked(page, 'right')
  await onward(page)

  const bank = page.getByRole('list', { name: 'Words to choose from' })
  for (const word of ['the', 'cat', 'not', 'is', 'here'])
    await bank.getByRole('button', { name: word, exact: true }).tap()
  await checked(page, 'wrong', 'Take another look at their order.')
  const line = page.getByRole('list', { name: 'Your sentence' })
  await line.getByRole('button', { name: /^here/ }).tap()
  await line.getByRole('button', { name: /^not/ }).tap()
  for (const word of ['not', 'here']) await bank.getByRole('button', { name: word, exact: true }).tap()
  await checked(page, 'right')
  await onward(page)

  const items = page.getByRole('list', { name: 'Items to put in order' })
  for (const item of ['1/2', '1/3', '1/4']) await items.getByRole('button', { name: item, exact: true }).tap()
  await checked(page, 'wrong', 'It’s the other way around.')
  const ordered = page.getByRole('list', { name: 'Your order' })
  await ordered.getByRole('button', { name: /^1\/4/ }).press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await ordered.getByRole('button', { name: /^1\/2/ }).press('ArrowDown')
  await checked(page, 'right')
  await onward(page)
  await drawGraphs(page)
  expect(errors).toEqual([])
  await context.close()
})

async function drawGraphs(page: Page) {
  await question(page, 6)
  await tapPaper(page, 3, 3)
  await checked(page, 'wrong')
  await tapPaper(page, 2, 3)
  await page.getByRole('button', { name: 'Remove Point 1' }).tap()
  await checked(page, 'right')
  await onward(page)

  await tapPaper(page, -2, 1)
  await checked(page, 'invalid', 'Name each point.')
  await page
    .getByRole('group', { name: 'Name of point 1' })
    .getByRole('button', { name: 'B', exact: true })
    .tap()
  await checked(page, 'wrong')
  await page
    .getByRole('group', { name: 'Name of point B' })
    .getByRole('button', { name: 'A', exact: true })
    .tap()
  await checked(page, 'right')
  await onward(page)

  await tapPaper(page, -4, -4)
  await checked(page, 'invalid', 'A line needs two different points.')
  await tapPaper(page, 4, 0)
  await checked(page, 'wrong')
  await tapPaper(page, 2, 2)
  await checked(page, 'right')
  await onward(page)

  await tapPaper(page, 0, 0)
  await tapPaper(page, 0, 3)
  await checked(page, 'invalid', 'A shape needs at least three corners.')
  await tapPaper(page, 4, 4)
  await checked(page, 'wrong')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await tapPaper(page, 4, 0)
  await checked(page, 'right')
  await onward(page)

  await tapPaper(page, -2, 0)
  await checked(page, 'invalid', 'A segment needs two different endpoints.')
  await tapPaper(page, 4, 0)
  await checked(page, 'wrong')
  await tapPaper(page, 3, 0)
  await checked(page, 'right')
}

test('points can be dragged and moved back with undo, and are announced to screen readers', async ({
  browser,
}) => {
  const { page, context } = await atWork(browser, 'M1044', ['point'])
  const at = async (x: number, y: number) => await onPaper(page, x, y)
  await page.locator('svg[data-open]').scrollIntoViewIfNeeded()
  const from = await at(-3, 2)
  await page.mouse.click(from.x, from.y)
  const to = await at(2, 3)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Point 1 at 2, 3' })).toBeVisible()
  await expect(page.getByText('Point 1 is at 2, 3.')).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Point 1 at −3, 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await checked(page, 'right')
  await context.close()
})
