import { expect, type Page } from '@playwright/test'
import { letIn, soon, test } from './journey.ts'
import { entriesKept } from './kept-fixture.ts'
import { center, openRoll, segment, twoPeople } from './roll-fixture.ts'

/** Tests that no mark on the roll is ever lost, and that refused marks are shown (spec §7, Attendances). */

test('marks taken offline survive a closed tab and are sent from any page once online, and the last one wins', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await letIn(page, 'operator')
  await openRoll(page, 'Math 4')
  await expect(segment(page, 5, 'Present')).not.toBeChecked()
  await context.setOffline(true)
  for (const name of ['Absent', 'Present'] as const) await segment(page, 5, name).click()
  await segment(page, 4, 'Pick-up').click()
  await expect(segment(page, 5, 'Present')).toBeChecked()
  // The dot before the words fades in with them.
  await expect(page.getByText('· Saving…', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(entriesKept)).toBe(3)

  await page.getByRole('button', { name: /^Menu for / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const asked = page.getByRole('dialog', { name: 'Log out with unsent marks?' })
  await expect(asked.getByText(/^3 marks have not been sent yet\./)).toBeVisible()
  await asked.getByRole('button', { name: 'Stay' }).click()
  await page.close({ runBeforeUnload: false })

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`/centers/${center}`)
  await expect(again.getByRole('heading', { name: center, level: 1 })).toBeVisible()
  await expect.poll(() => again.evaluate(entriesKept)).toBe(0)
  await openRoll(again, 'Math 4')
  await expect(segment(again, 5, 'Present')).toBeChecked()
  await expect(segment(again, 4, 'Pick-up')).toBeChecked()
})

test('marks taken offline are sent only by the account that took them, not by another account on the same device', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await letIn(page, 'operator')
  await openRoll(page, 'English 3')
  await expect(segment(page, 1, 'Absent')).not.toBeChecked()
  await context.setOffline(true)
  await segment(page, 1, 'Absent').click()
  await expect.poll(() => page.evaluate(entriesKept)).toBe(1)
  await page.close({ runBeforeUnload: false })

  // Sign the operator out first, because the closed page may still notice that the network is back.
  const again = await context.newPage()
  await letIn(again, 'manager')
  await context.setOffline(false)
  await openRoll(again, 'English 3')
  await expect(segment(again, 1, 'Absent')).not.toBeChecked()
  await expect(again.getByText('Saving…')).toHaveCount(0)
  expect(await again.evaluate(entriesKept)).toBe(1)

  await letIn(again, 'operator')
  await openRoll(again, 'English 3')
  await expect(segment(again, 1, 'Absent')).toBeChecked()
  await expect.poll(() => again.evaluate(entriesKept)).toBe(0)
})

const notOnRoll = 'This student isn’t in the class on that day.'

/** Responds to the next mark as if the student had just left the class. */
const refuseNextMark = (page: Page) =>
  page.route(
    '**/attendances',
    (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: { status: 422, message: notOnRoll, code: 'not_on_roll' },
      }),
    { times: 1 },
  )

test('a refused mark shows an error in its row until that child is marked again or the error is dismissed', async ({
  browser,
  baseURL,
}) => {
  const [one, two] = await twoPeople(browser, baseURL, 'English 3')
  const third = one.getByRole('main').getByRole('listitem').nth(2)
  const failed = one.getByText('Not saved, tap again')
  await refuseNextMark(one)
  for (const n of [2, 3, 4]) await segment(one, n, 'Pick-up').click()
  for (const n of [3, 4]) await expect(segment(two, n, 'Pick-up')).toBeChecked()
  await expect(one.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(third.getByRole('status')).toHaveText(
    `${await third.getByRole('link').textContent()}: Not saved, tap again`,
  )
  await expect(failed).toHaveCount(1)
  await expect(segment(one, 2, 'Pick-up')).not.toBeChecked()

  await one.getByRole('link', { name: 'All classes' }).click()
  await one.getByRole('link', { name: 'English 3' }).click()
  await expect(third.getByRole('status')).toHaveText(/Not saved, tap again$/)
  await segment(one, 2, 'Pick-up').click()
  await expect(segment(two, 2, 'Pick-up')).toBeChecked()
  await expect(failed).toHaveCount(0)

  await refuseNextMark(one)
  await segment(one, 2, 'Absent').click()
  await expect(failed).toBeVisible()
  await segment(two, 2, 'Present').click()
  await expect(segment(one, 2, 'Present')).toBeChecked(soon)
  await expect(failed).toHaveCount(0)

  await refuseNextMark(one)
  await segment(one, 2, 'Absent').click()
  await expect(one.getByText(notOnRoll)).toBeVisible()
  await expect(failed).toBeVisible()
  await third.getByRole('button', { name: /^Dismiss the message about / }).click()
  await expect(failed).toHaveCount(0)
  await expect(segment(one, 2, 'Present')).toBeChecked()
})

test('a reload before marks are saved loses none of them', async ({ page }) => {
  await letIn(page, 'operator')
  await openRoll(page, 'English 3')
  const slow = Promise.withResolvers<void>()
  await page.route('**/attendances', async (route) => {
    await slow.promise
    // Ignore the error of the first call, which the reload has ended.
    await route.continue().catch(() => {})
  })
  for (const n of [5, 6, 7]) await segment(page, n, 'Pick-up').click()
  await expect.poll(() => page.evaluate(entriesKept)).toBe(3)
  await page.reload()
  await expect(page.getByText('Saving…')).toHaveCount(3)
  for (const n of [5, 6, 7]) await expect(segment(page, n, 'Pick-up')).toBeChecked()

  slow.resolve()
  await expect(page.getByText('Saving…')).toHaveCount(0)
  await page.reload()
  for (const n of [5, 6, 7]) await expect(segment(page, n, 'Pick-up')).toBeChecked()
})
