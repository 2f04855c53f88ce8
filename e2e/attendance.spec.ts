import { expect, type Page } from '@playwright/test'
import { letIn, signIn, soon, test } from './journey.ts'
import { center, child, openRoll, segment, twoPeople } from './roll-fixture.ts'

test('an operator opens a roll from the scheduler, marks a student, undoes the mark, and marks everyone present', async ({
  page,
}) => {
  await signIn(page, 'operator')
  await page.getByRole('navigation', { name: 'Center' }).getByRole('link', { name: 'Scheduler' }).click()
  await expect(page.getByRole('heading', { name: 'Scheduler Tuesday, March 3, 2026' })).toBeVisible()
  const card = page.getByRole('article', { name: 'English 3' })
  await expect(
    card.getByRole('list', { name: 'Students in English 3' }).getByRole('listitem'),
  ).not.toHaveCount(0)
  for (const badge of ['First class', 'Make-up', 'Waitlist'])
    await expect(card.getByTitle(badge)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Math 4' }).getByText('on break')).toBeVisible()

  await card.getByRole('link', { name: 'Take attendance for English 3' }).click()
  await expect(page.getByRole('heading', { name: 'English 3', level: 1 })).toBeVisible()
  await expect(page.getByTitle('Waitlist')).toHaveCount(0)
  const expected = await page.getByRole('group', { name: '’s attendance' }).count()

  await segment(page, 0, 'Absent').check()
  await expect(page.getByText(/: Absent$/)).toBeVisible()
  await expect(page.getByRole('button', { name: `All present (${expected - 1})` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(segment(page, 0, 'Absent')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  await page.getByRole('button', { name: `All present (${expected})` }).click()
  await expect(page.getByText(`${expected} marked present`)).toBeVisible()
  await segment(page, 1, 'Pick-up').check()
  await expect(page.getByText(/: Picked up$/)).toBeVisible()
  await expect(page.getByText('A colleague is also taking attendance')).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('button', { name: 'All marked' })).toBeDisabled()
  await expect(segment(page, 0, 'Present')).toBeChecked()
  await expect(segment(page, 1, 'Pick-up')).toBeChecked()
  await page.getByRole('link', { name: 'All classes' }).click()
  await expect(
    page.getByRole('link', { name: 'English 3' }).getByText(`${expected} of ${expected} marked`),
  ).toBeVisible()
})

test('two people marking one roll see each other’s marks within a second, and see the same mark after both mark the same child', async ({
  browser,
  baseURL,
}) => {
  const [one, two] = await twoPeople(browser, baseURL, 'Math 4')
  const notice = one.getByText('A colleague is also taking attendance')

  await segment(two, 0, 'Present').check()
  await expect(segment(one, 0, 'Present')).toBeChecked(soon)
  await expect(notice).toBeVisible()
  await expect(two.getByText('A colleague is also taking attendance')).toHaveCount(0)
  await segment(one, 0, 'Absent').check()
  await expect(segment(two, 0, 'Absent')).toBeChecked(soon)

  for (const n of [1, 2, 3]) {
    await segment(one, n, 'Pick-up').check()
    await expect(segment(two, n, 'Pick-up')).toBeChecked(soon)
    await Promise.all([segment(one, n, 'Present').click(), segment(two, n, 'Absent').click()])
    await expect(one.getByText(/: Present$/)).toBeVisible()
    await expect(two.getByText(/: Absent$/)).toBeVisible()
    const marksOf = (page: Page) => child(page, n).getByRole('radio', { checked: true }).getAttribute('value')
    await expect
      .poll(async () => (await marksOf(one)) === (await marksOf(two)), { ...soon, intervals: [50] })
      .toBe(true)
    const truth = await marksOf(one)
    await one.reload()
    await expect(child(one, n).getByRole('radio', { checked: true })).toHaveAttribute('value', truth ?? '')
  }
})

test('the last of several quick taps on one child counts', async ({ page }) => {
  await letIn(page, 'operator')
  await openRoll(page, 'Math 4')
  let stored = 0
  page.on('response', (answer) => (stored += answer.request().method() === 'POST' && answer.ok() ? 1 : 0))
  for (const name of ['Absent', 'Present', 'Pick-up', 'Absent', 'Present'] as const)
    await segment(page, 4, name).click()
  // Wait for all taps, which are sent one after another.
  await expect.poll(() => stored).toBe(5)
  await page.reload()
  await expect(segment(page, 4, 'Present')).toBeChecked()
})

test('on a phone, a badge next to a long name doesn’t wrap', async ({ page }) => {
  await letIn(page, 'operator')
  await page.setViewportSize({ width: 360, height: 740 })
  await openRoll(page, 'English 3')
  const badge = page.getByTitle('First class')
  const { height } = (await badge.boundingBox()) ?? { height: 0 }
  await badge.evaluate((it) => it.previousSibling?.replaceWith('Featherstone '.repeat(7)))
  expect((await badge.boundingBox())?.height).toBe(height)
})

test('the keyboard can mark children, move between them, open other pages, and list the shortcuts', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await openRoll(page, 'Math 5')
  await segment(page, 0, 'Present').focus()
  for (const key of ['p', 'ArrowDown', 'a', 'ArrowDown', 'u']) await page.keyboard.press(key)
  await expect(segment(page, 0, 'Present')).toBeChecked()
  await expect(segment(page, 1, 'Absent')).toBeChecked()
  await expect(segment(page, 2, 'Pick-up')).toBeChecked()
  await expect(page.getByText(/: Picked up work$/)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(segment(page, 1, 'Absent')).toBeFocused()

  await segment(page, 3, 'Present').focus()
  for (const _ of [1, 2]) await page.keyboard.press('ArrowRight')
  await expect(segment(page, 3, 'Pick-up')).toBeFocused()
  await expect(child(page, 3).getByRole('radio', { checked: true })).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(segment(page, 3, 'Absent')).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(segment(page, 3, 'Pick-up')).toBeChecked()
  await segment(page, 1, 'Absent').focus()

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('Mark present, absent or pick-up on the roll')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await segment(page, 1, 'Absent').focus()
  for (const [letter, heading] of [
    ['a', 'Attendance'],
    ['s', 'Scheduler'],
    ['u', 'Students'],
    ['d', center],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await openRoll(page, 'Math 5')
  await expect(segment(page, 1, 'Absent')).toBeChecked()
})

test('undo restores the earlier marks, except for a child whom a colleague has marked in the meantime', async ({
  browser,
  baseURL,
}) => {
  const [one, two] = await twoPeople(browser, baseURL, 'Math 5')
  const fifth = one.getByRole('main').getByRole('listitem').nth(4)
  for (const name of ['Present', 'Pick-up', 'Absent'] as const) {
    await segment(one, 4, name).check()
    await expect(one.getByText(name === 'Pick-up' ? /: Picked up$/ : new RegExp(`: ${name}$`))).toBeVisible()
  }
  await one.getByRole('button', { name: 'Undo' }).click()
  await expect(segment(one, 4, 'Pick-up')).toBeChecked()
  await expect(fifth.getByText(/Picked up$/)).toBeVisible()

  const last = (await one.getByRole('group', { name: '’s attendance' }).count()) - 1
  const all = one.getByRole('button', { name: /^All present/ })
  const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0])
  await all.click()
  await expect(one.getByText(`${count} marked present`)).toBeVisible()
  await expect(segment(two, last, 'Present')).toBeChecked()
  await segment(two, last, 'Absent').check()
  await expect(segment(one, last, 'Absent')).toBeChecked()
  await one.getByRole('button', { name: 'Undo' }).click()
  await expect(
    one.getByText(`A colleague has since changed 1 of ${count} marks. Those changes were kept.`),
  ).toBeVisible()
  for (const page of [one, two]) {
    await expect(segment(page, last, 'Absent')).toBeChecked()
    await expect(page.getByRole('button', { name: `All present (${count - 1})` })).toBeVisible()
  }
})

test('a future day accepts only absence notices, and only a manager can change a day more than a week ago', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`/centers/${center}/attendance?on=2026-03-10`)
  await page.getByRole('link', { name: 'Math 4' }).click()
  await expect(
    page.getByText('This class hasn’t met yet. Until it does, you can only report an absence.'),
  ).toBeVisible()
  for (const name of ['Present', 'Pick-up'] as const) await expect(segment(page, 0, name)).toBeDisabled()
  await expect(page.getByRole('button', { name: /All present|All marked/ })).toHaveCount(0)
  await segment(page, 0, 'Absent').check()
  await expect(page.getByText(/: Absent$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(segment(page, 0, 'Absent')).not.toBeChecked()

  await page.goto(`/centers/${center}/attendance?on=2026-02-17`)
  await page.getByRole('link', { name: 'Math 4' }).click()
  await expect(
    page.getByText('This class was more than 7 days ago. Only a manager can change its attendance now.'),
  ).toBeVisible()
  for (const name of ['Present', 'Absent', 'Pick-up'] as const)
    await expect(segment(page, 0, name)).toBeDisabled()
})

test('if a day fails to load, an error is shown, and loading can be retried', async ({ page }) => {
  await letIn(page, 'operator')
  const calls = `**/api/centers/${encodeURIComponent(center)}`
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { message: 'Please try again or contact support.', code: 'failed' } }),
  )
  await page.goto(`/centers/${center}/attendance`)
  await expect(page.getByRole('heading', { name: 'Attendance couldn’t be loaded.' })).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Math 4' })).toBeVisible()
})
