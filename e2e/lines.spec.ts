import { expect, type Page } from '@playwright/test'
import { atWork, checked, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { form, row, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']

/** Returns a line of the student's answer. Line 1 is the given one. */
const line = (page: Page, num: number) => page.locator(`[data-line="${num - 2}"]`).first()
const fields = (page: Page) => page.locator('[data-line] math-field')
const focused = (page: Page, at: number) => expect(fields(page).nth(at)).toBeFocused()

/** Types a formula into a line once it has the focus. */
async function typed(page: Page, at: number, text: string) {
  await focused(page, at)
  await page.keyboard.type(text, { delay: 30 })
}

test('a solution is written line by line with the keyboard, and a line that doesn’t follow from the one before is pointed out', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1072', ['derivation'])
  await expect(page.getByText('Solve it line by line. Write one step on each line.')).toBeVisible()
  await typed(page, 0, '2x=10')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Line 3 added.')).toBeAttached()
  await typed(page, 1, 'x=5')
  await page.keyboard.press('Enter')
  await focused(page, 2)
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Line 4 removed.')).toBeAttached()
  await focused(page, 1)
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/homework/'),
  )
  await page.keyboard.press('Control+Enter')
  await answered
  await expect(page.getByText('Partly right.')).toBeVisible()
  await expect(page.getByText('Line 2 doesn’t follow from line 1.').first()).toBeVisible()
  await expect(page.locator('[data-line="0"] [data-status="incorrect"]').last()).toBeVisible()
  await expect(page.locator('[data-line="1"] [data-status="correct"]').last()).toBeVisible()
  if (shots) await page.screenshot({ path: `${shots}/lines-wrong.png`, fullPage: true })
  await fields(page).nth(0).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2x=4', { delay: 30 })
  await fields(page).nth(1).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('x=2', { delay: 30 })
  await checked(page, 'right')
  if (shots) await page.screenshot({ path: `${shots}/lines-right.png`, fullPage: true })
  expect(errors).toEqual([])
  await context.close()
})

test('lines are added and removed by touch, and the page is accessible at every width', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1073', ['derivation'], {
    touch: true,
    phone: true,
  })
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  const press = async (...names: string[]) => {
    for (const name of names)
      await page
        .getByRole('group', { name: 'Expression keys' })
        .getByRole('button', { name, exact: true })
        .tap()
  }
  await fields(page).first().tap()
  await press('2', 'x', 'Equals', '4')
  const next = page.getByRole('button', { name: 'Next line' })
  for (const at of [1, 2, 3, 4]) {
    await next.tap()
    await focused(page, at)
  }
  await expect(next).toHaveAccessibleDescription('That’s the maximum number of lines.')
  await page.getByRole('button', { name: 'Remove line 6' }).tap()
  await page.getByRole('button', { name: 'Remove line 5' }).tap()
  await expect(fields(page)).toHaveCount(3)
  await focused(page, 2)
  await press('x', 'Equals', '2')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violations(page), `${width} ${colorScheme}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (shots) await page.screenshot({ path: `${shots}/lines-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await checked(page, 'right')
  await expect(line(page, 2)).toContainText('Follows from the line before.')
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('an author enters the first and the last line, and sees how answers are graded', async ({ page }) => {
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('Solve the inequality.')
  await answer.getByRole('radio', { name: 'Line by line' }).click()
  await answer.getByLabel('First line').fill('-2x + 1 < 7')
  await answer.getByLabel('Last line').fill('x > -2')
  await expect(answer.getByText('The last line doesn’t follow from the first line.')).toBeVisible()
  await answer.getByLabel('Last line').fill('x > -3')
  await expect(row(page, 'x > -3')).toContainText('Right')
  await expect(row(page, '-2x + 1 < 7')).toContainText('Wrong')
  if (shots) await page.screenshot({ path: `${shots}/lines-editor.png`, fullPage: true })
})
