import { expect } from '@playwright/test'
import { atWork, check, checked, field, onward, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, letIn, test } from './journey.ts'
import { childsView, form, press, row, sectionWith } from './question-editor.ts'
import { center } from './steps.ts'

const shots = process.env['SHOTS']

/** True if a table is wider than the region in which it scrolls. */
const isTooWide = (table: HTMLElement) => {
  const region = table.parentElement
  return region === null || region.scrollWidth > region.clientWidth
}

test('a table is filled in on a phone, a missing unit is pointed out, and an answer that follows from a wrong one counts as right', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['table', 'length', 'twoSteps'], {
    touch: true,
    phone: true,
  })
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await field(page, 'double, 1').tap()
  await page.getByRole('group', { name: 'Number keys' }).getByRole('button', { name: '2' }).tap()
  await field(page, 'double, 1/2').fill('3')
  await table.getByRole('radio', { name: 'even' }).check()
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await field(page, 'sign, 1/2').fill('odd')
  expect(await violations(page)).toEqual([])
  expect(await table.evaluate(isTooWide), 'the table fits on the screen').toBe(false)
  if (shots) await page.screenshot({ path: `${shots}/table-phone.png`, fullPage: true })
  await checked(page, 'partly')
  await field(page, 'double, 1/2').fill('1')
  await checked(page, 'right')
  await onward(page)
  await question(page, 2)
  const keys = page.getByRole('group', { name: 'Number and unit keys' })
  await field(page).tap()
  await keys.getByRole('button', { name: '1', exact: true }).tap()
  await keys.getByRole('button', { name: '3', exact: true }).tap()
  if (shots) await page.screenshot({ path: `${shots}/unit-phone.png`, fullPage: true })
  await checked(page, 'invalid', 'Write the unit as well.')
  await keys.getByRole('button', { name: 'Letters' }).tap()
  await expect(field(page)).toHaveAttribute('inputmode', 'text')
  await field(page).fill('13 kg')
  await checked(page, 'wrong', 'Check the unit.')
  await field(page).fill('1.2 dm')
  await checked(page, 'right')
  await onward(page)
  await question(page, 3)
  const follows = page
    .getByText('Right, based on your answer to part 1. If you change that answer, change this one too.')
    .first()
  await field(page, 'Answer, part 1').fill('6')
  await field(page, 'Answer, part 2').fill('20')
  await checked(page, 'wrong')
  await field(page, 'Answer, part 2').fill('19')
  await checked(page, 'partly')
  await expect(follows).toBeVisible()
  expect(await violations(page)).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/follows-phone.png`, fullPage: true })
  await field(page, 'Answer, part 1').fill('5')
  await expect(follows).toBeHidden()
  await field(page, 'Answer, part 2').fill('16')
  await checked(page, 'right')
  const work = /homework\/[^/]+/.exec(page.url())?.[0]
  const office = await anotherPage(browser)
  await letIn(office, 'manager')
  const { id } = await familyOf(office, 'M1047')
  await office.goto(`${center}/attendance/students/${id}/${work}/sections/1/questions/3`)
  await expect(office.getByText('Partly right · Follows from the answer to part 1.')).toBeVisible()
  if (shots) await office.screenshot({ path: `${shots}/follows-staff.png`, fullPage: true })
  await office.context().close()
  expect(errors).toEqual([])
  await context.close()
})

test('an author writes a question with a table and a price with its unit', async ({ page }) => {
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('How much is it?')
  await answer.getByLabel('Right answer').fill('3.50')
  await answer.getByRole('textbox', { name: /^Unit/ }).fill('$')
  await expect(row(page, '3.50')).toContainText('Write the unit as well.')
  await expect(row(page, '$3.50')).toContainText('Right')
  await answer.getByLabel('Arrangement').selectOption('Table with 2 columns')
  await expect(answer.getByText('The last row of the table isn’t complete.')).toBeVisible()
  await press(page, 'Add part')
  await page.getByRole('menuitem', { name: 'Words' }).click()
  await answer.getByRole('listitem').last().getByLabel('Right answer').fill('cheap')
  await expect(answer.getByText('The last row of the table isn’t complete.')).toHaveCount(0)
  await press(page, 'Add row')
  await expect(answer.getByRole('list', { name: 'Parts' }).getByRole('listitem')).toHaveCount(4)
  await expect(childsView(page).getByRole('row')).toHaveCount(2)
  if (shots) await page.screenshot({ path: `${shots}/table-editor.png`, fullPage: true })
})

test('an author writes a formula for a part that follows from an earlier one, and sees which answers it accepts', async ({
  page,
}) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  const formula = answer.getByRole('textbox', { name: /^If an earlier part is wrong/ })
  await form(page, 'Question')
    .getByRole('textbox', { name: 'Text' })
    .fill('Solve $2x + 3 = 13$. Then find $3x + 1$.')
  await answer.getByLabel('Right answer').fill('5')
  await expect(formula).toHaveCount(0)
  await press(page, 'Add part')
  await page.getByRole('menuitem', { name: 'Number', exact: true }).click()
  const last = answer.getByRole('listitem').last()
  await last.getByLabel('Right answer').fill('16')
  await expect(formula).toHaveAccessibleDescription(/In it, a is part 1 \(5\)\./)
  await formula.fill('3a + 2')
  await expect(last.getByText('With the right answers, “3a + 2” is 17 instead of 16.')).toBeVisible()
  await formula.fill('a')
  await expect(last.getByText('With the right answers, “a” is 5 instead of 16.')).toBeVisible()
  await formula.fill('3a + 1')
  await expect(last.getByText('With the right answers')).toHaveCount(0)
  await expect(row(page, '7, 22')).toContainText('Follows from the answer to part 1.')
  expect(await violations(page)).toEqual([])
  for (const width of shots ? [360, 768, 1280] : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${shots}/follows-editor-${width}.png`, fullPage: true })
  }
  await press(page, 'Save')
  await expect(page.getByText('Not saved yet')).toBeHidden()
})
