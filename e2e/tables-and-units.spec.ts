import { expect } from '@playwright/test'
import { atWork, check, checked, field, onward, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { childsView, form, press, row, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']

test('a table is filled in cell by cell on a phone, and a unit is asked for without a hint about the number', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['table', 'length'], {
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
  await table.getByRole('radio', { name: 'even' }).check({ force: true })
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await field(page, 'sign, 1/2').fill('odd')
  expect(await violations(page)).toEqual([])
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
  expect(errors).toEqual([])
  await context.close()
})

test('an author makes a table, and a price with its unit', async ({ page }) => {
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
