import { expect, type Page } from '@playwright/test'
import { atWork, check, checked, field, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { form, row, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']

test('an interval is entered with the on-screen keys on a phone, and an incomplete one doesn’t count as a try', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['interval'], { touch: true, phone: true })
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  const keys = page.getByRole('group', { name: 'Interval keys' })
  const press = async (...names: string[]) => {
    for (const name of names) await keys.getByRole('button', { name, exact: true }).tap()
  }
  await field(page).tap()
  await press('Open parenthesis', 'Minus', 'Infinity', 'Comma', 'Minus', '2', 'Close bracket', 'Union')
  await expect(field(page)).toHaveValue('(-∞,-2]∪')
  expect(await violations(page)).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/interval-phone.png`, fullPage: true })
  await checked(page, 'invalid', 'There is nothing next to ∪. Write an interval or a set on each side.')
  await field(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(99, 99))
  await press('Open bracket', '2', 'Comma', 'Infinity', 'Close parenthesis')
  await checked(page, 'right')
  expect(errors).toEqual([])
  await context.close()
})

test('the same set in another notation counts as right', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1048', ['interval'])
  await field(page).fill('[2, 3] U (2.5, inf) or (-inf, -4/2]')
  if (shots) await page.screenshot({ path: `${shots}/interval-wide.png`, fullPage: true })
  await check(page).click()
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('what an author types on an ordinary keyboard turns into the symbols that students see', async ({
  page,
}) => {
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('Write it as intervals.')
  await answer.getByLabel('Kind').selectOption('Interval or set of numbers')
  await answer.getByLabel('Right answer').pressSequentially('(-inf, 3] U [7, infinity)')
  await expect(answer.getByLabel('Right answer')).toHaveValue('(−∞, 3] ∪ [7, ∞)')
  await expect(row(page, '(−inf, 3] U [7, inf)')).toContainText('Right')
  await expect(row(page, '(−∞, 3) ∪ [7, ∞)')).toContainText('Wrong')
  if (shots) await page.screenshot({ path: `${shots}/interval-editor.png`, fullPage: true })
})

/**
 * Returns the screen position of a number on the number line from -5 to 5, or for ±Infinity, of the arrow at
 * that end.
 */
async function onLine(page: Page, value: number) {
  const box = await page.locator('svg[data-open]').boundingBox()
  if (!box) throw new Error('There is no number line.')
  const y = box.y + box.height / 2
  if (!Number.isFinite(value)) return { x: value < 0 ? box.x + 20 : box.x + box.width - 20, y }
  return { x: box.x + 44 + ((value + 5) * (box.width - 88)) / 10, y }
}

test('points and intervals are marked by tapping and dragging on a phone', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1045', ['intervals'], {
    touch: true,
    phone: true,
  })
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  const tap = async (value: number) => {
    const { x, y } = await onLine(page, value)
    await page.touchscreen.tap(x, y)
  }
  await expect(page.getByText('Tap where the interval begins')).toBeVisible()
  await tap(-Infinity)
  await tap(-2)
  await tap(3)
  await tap(Infinity)
  const all = page.getByRole('list', { name: 'Points and intervals' }).getByRole('listitem')
  await expect(all).toHaveText(['(−∞, −2]', '[3, ∞)'])
  const [from, to] = [await onLine(page, 3), await onLine(page, 2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expect(all).toHaveText(['(−∞, −2]', '[2, ∞)'])
  await checked(page, 'wrong')
  await tap(-2)
  await tap(2)
  await page.getByRole('radio', { name: 'Point' }).tap()
  await tap(0)
  await expect(all).toHaveText(['(−∞, −2)', '(2, ∞)', '{0}'])
  expect(await violations(page)).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/line-phone.png`, fullPage: true })
  await checked(page, 'right')
  if (shots) await page.screenshot({ path: `${shots}/line-right-phone.png`, fullPage: true })
  expect(errors).toEqual([])
  await context.close()
})

test('points and intervals are marked and moved with the keyboard alone', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1046', ['intervals'])
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const add = page.getByRole('button', { name: /^Add an? / })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'End of interval 1: 1, included' })).toBeFocused()
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+Tab')
  await press('ArrowRight', 'ArrowRight', 'Enter')
  await expect(page.getByRole('button', { name: 'Start of interval 1: 2, not included' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'End of interval 1: infinity' })).toBeVisible()
  await add.focus()
  await page.keyboard.press('Enter')
  await press('ArrowLeft', 'Shift+Tab', ...Array.from({ length: 6 }, () => 'ArrowLeft'), 'Tab')
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter')
  await expect(page.getByRole('button', { name: 'End of interval 2: −2, not included' })).toBeFocused()
  await page.getByRole('radio', { name: 'Point' }).focus()
  await page.keyboard.press('Space')
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Point at 0' })).toBeFocused()
  await press('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  if (shots) await page.screenshot({ path: `${shots}/line-wide.png`, fullPage: true })
  await check(page).click()
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
