import { expect } from '@playwright/test'
import { atWork, check, checked } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { test } from './journey.ts'

const shots = process.env['SHOTS']

test('items are sorted by touch, and messages say when the answer is incomplete or partly right', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1045', ['match'], { touch: true, phone: true })
  await page.addInitScript({ path: axePath })
  await page.reload()
  const letter = (item: string, name: string) =>
    page.getByRole('group', { name: item, exact: true }).getByRole('radio', { name })
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await letter('0.6', 'C. more than 1/2').tap()
  await letter('1/3', 'B. less than 1/2').tap()
  await letter('2/4', 'A. equal to 1/2').tap()
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await letter('3/4', 'A. equal to 1/2').tap()
  expect(await violations(page)).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/match-phone.png`, fullPage: true })
  await checked(page, 'partly', 'Partly right.')
  await letter('3/4', 'C. more than 1/2').tap()
  await checked(page, 'right')
  if (shots) await page.screenshot({ path: `${shots}/match-right-phone.png`, fullPage: true })
  expect(errors).toEqual([])
  await context.close()
})

test('items are sorted with letter keys and the arrow keys', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1046', ['match'])
  await page.getByRole('group', { name: '1/3', exact: true }).getByRole('radio').first().focus()
  await page.keyboard.press('b')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('c')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  if (shots) await page.screenshot({ path: `${shots}/match-wide.png`, fullPage: true })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
