import { expect, type Page } from '@playwright/test'
import { anotherPage, letIn, test } from './journey.ts'
import { center, firstRow, follow } from './steps.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Assign work to/ })

async function choose(page: Page, field: string, option: string | RegExp) {
  await dialogOf(page).getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Returns the button that opens the menu of one row of a student's work. */
const actions = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Work' }).getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

/** Opens the dialog to assign work to all students of a class. */
async function assignToClass(page: Page) {
  await letIn(page, 'operator')
  await page.goto(`${center}/attendance`)
  await follow('Math')(page)
  await page.getByRole('button', { name: 'Assign work' }).click()
  return dialogOf(page)
}

test('a class gets a timed test, which is moved to another day for one student and then withdrawn', async ({
  page,
}) => {
  const dialog = await assignToClass(page)
  await dialog.getByRole('radio', { name: 'Test' }).check()
  await choose(page, 'Level', 'Math 2')
  await choose(page, 'Chapter', /^2 /)
  await expect(dialog.getByText(/^Test 2: \d+ questions\.$/)).toBeVisible()
  await dialog.getByLabel('Name').fill('Before the holidays')
  await dialog.getByLabel('Minutes').fill('30')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText(/Test assigned to \d+ students\./)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('main').getByRole('list').getByRole('link').first().click()
  const row = page.getByRole('row', { name: /Before the holidays/ })
  await expect(row).toContainText('Not started')
  await expect(row).toContainText('30 minutes')
  await actions(page, 'Before the holidays').click()
  await item(page, 'Due date and time limit…').click()
  await page.getByRole('dialog').getByLabel('Due').fill('3/12/2026')
  await page.getByRole('dialog').getByLabel('Minutes').fill('45')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Thu, Mar 12')
  await expect(row).toContainText('45 minutes')

  await actions(page, 'Before the holidays').click()
  await item(page, 'Withdraw…').click()
  await page
    .getByRole('dialog', { name: /^Withdraw/ })
    .getByRole('button', { name: 'Withdraw' })
    .click()
  await expect(row).toHaveCount(0)
})

test('if work is refused for one student of a class, other work can then be assigned to that student only', async ({
  page,
}) => {
  const dialog = await assignToClass(page)
  await expect(dialog).toHaveAccessibleName(/^Assign work to \d+ students$/)
  await dialog.getByRole('radio', { name: 'Test' }).check()
  await choose(page, 'Level', 'Math 2')
  await choose(page, 'Chapter', /^3 /)
  const asked: string[] = []
  await page.route(/\/students\/[^/]+\/tests$/, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    asked.push(route.request().url())
    await (asked.length === 1 ? route.fulfill({ status: 422, json: {} }) : route.continue())
  })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  const [student] = await dialog.getByRole('alert').getByRole('listitem').locator('strong').allTextContents()
  await expect(dialog).toHaveAccessibleName(`Assign work to ${student}`)
  const before = asked.length
  await choose(page, 'Chapter', /^1 /)
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText(`Test assigned to ${student}.`)).toBeVisible()
  expect(asked.slice(before)).toEqual(asked.slice(0, 1))
})

test('one click chooses the suggested next section, and the dialog shows the student’s earlier work', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?find=M1036`)
  await firstRow(page)
  await page.getByRole('button', { name: 'Assign work' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('group', { name: 'Suggested next' }).getByRole('button').first().click()
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await choose(page, 'Chapter', /^1 /)
  await dialog.getByRole('checkbox').first().check()
  await expect(dialog.getByText(/did this on/)).toBeVisible()
  await dialog.getByRole('group', { name: 'Suggested next' }).getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText(/Homework assigned to Alyce/)).toBeVisible()
})

test('a manager can void a started test after confirming, and an operator can’t', async ({
  page,
  browser,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?find=M1009`)
  await firstRow(page)
  const name = 'Math 3, chapter 1'
  await actions(page, name).click()
  await expect(item(page, 'Due date and time limit…')).toBeVisible()
  await expect(item(page, /Void/)).toHaveCount(0)

  const manager = await anotherPage(browser)
  await letIn(manager, 'manager')
  await manager.goto(page.url())
  await actions(manager, name).click()
  await item(manager, 'Void…').click()
  const question = manager.getByRole('dialog', { name: `Void “${name}”?` })
  await expect(question).toContainText('This can’t be undone.')
  await question.getByRole('button', { name: 'Void the test' }).click()
  await expect(actions(manager, name)).toHaveCount(0)
  await expect(actions(page, name)).toHaveCount(0)
  await manager.context().close()
})

test('a question in a student’s test can be opened, and the k and j keys open the previous and next ones', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?find=M1037`)
  await firstRow(page)
  await page.getByRole('link', { name: /^Test Math 1, chapter 1/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Question 1 of/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Solution' })).toBeVisible()
  await expect(page.getByRole('region', { name: '1 answer' })).toContainText('Answer 1')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: /^Question 2 of/ })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: /^Question 1 of/ })).toBeVisible()
  await page.getByRole('list', { name: 'Questions' }).getByRole('link').nth(2).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Question 3 of/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Back' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Rigoberto/ })).toBeVisible()
})
