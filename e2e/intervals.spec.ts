import { expect } from '@playwright/test'
import { atWork, check, checked, field } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { form, row, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']

test('an interval is written with the keys on a phone, and what is missing in it costs no try', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['interval'], { touch: true, phone: true })
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

test('the same set typed in another way is right', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1048', ['interval'])
  await field(page).fill('[2, 3] U (2.5, inf) or (-inf, -4/2]')
  if (shots) await page.screenshot({ path: `${shots}/interval-wide.png`, fullPage: true })
  await check(page).click()
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('an author types signs that a keyboard has, and sees those that students see', async ({ page }) => {
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
