import { expect, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, get, letIn, soon, test } from './journey.ts'
import { center } from './steps.ts'

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

const child = 'm1018@family.example'

test('a child resumes at the next question, sees the path to a medal, and is congratulated once on the weekly goal', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'manager')
  const { id, email } = await familyOf(office, 'M1018')
  const { done } = await get<{ done: number }>(office, `${center}/students/${id}/goal`)
  await office.goto(`${center}/students/${id}`)
  const part = office.getByRole('region', { name: 'Weekly goal' })
  await part.getByRole('button', { name: 'Change goal' }).click()
  await office.getByLabel('Questions per week').fill(String(done + 1))
  await office.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByText(`${done} of ${done + 1} questions this week`)).toBeVisible()
  await expect(part.getByText('set for this student')).toBeVisible()

  const page = await anotherPage(browser)
  await page.addInitScript({ path: axePath })
  await page.setViewportSize({ width: 768, height: 1024 })
  await letIn(page, child)
  await page.goto('/student')
  const week = page.getByRole('region', { name: 'Your week' })
  await expect(week.getByText(`${done} of ${done + 1} questions this week`)).toBeVisible()
  const path = page.getByRole('region', { name: /^Your path: Math \d$/ })
  await expect(path.getByRole('listitem').filter({ hasText: 'You’re here' })).toHaveCount(1)
  await expect(path.getByText(/^\d of 3 tests at 90% or more$/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shot(page, 'home-768')

  await page.getByRole('link', { name: /Continue: / }).click()
  await expect(page).toHaveURL(/\/questions\/\d+$/)
  await expect(page.getByRole('article', { name: /^Question \d+ of/ })).toBeVisible()
  await page
    .getByRole('list', { name: 'Questions' })
    .getByRole('link', { name: /, not answered/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('1000')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Not yet.')).toBeVisible()

  await page.goto('/student')
  const celebration = week.getByText('You reached your goal for this week!')
  await expect(celebration).toBeVisible(soon)
  const [change, reached] = await Promise.all([
    week.getByRole('button', { name: 'Change my goal' }).boundingBox(),
    celebration.boundingBox(),
  ])
  expect(reached?.y ?? 0, 'below the numbers').toBeGreaterThan((change?.y ?? 0) + (change?.height ?? 0))
  expect(await violations(page)).toEqual([])
  await shot(page, 'home-reached-768')
  await page.reload()
  await expect(week.getByText('Goal reached. Anything more is a bonus.')).toBeVisible()
  await expect(page.getByText('You reached your goal for this week!')).toBeHidden()

  await week.getByRole('button', { name: 'Change my goal' }).click()
  const dialog = page.getByRole('dialog', { name: 'My weekly goal' })
  await shot(page, 'goal-dialog')
  await dialog.getByLabel('Questions from Monday to Sunday').fill(String(done + 5))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(week.getByText(`${done + 1} of ${done + 5} questions this week`)).toBeVisible()
  for (const [width, theme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
    await shot(page, `home-${width}-${theme}`)
  }

  const phone = await anotherPage(browser, { phone: true })
  await phone.addInitScript({ path: axePath })
  await letIn(phone, email)
  await phone.goto(`/parent/students/${id}`)
  await expect(phone.getByText(`${done + 1} of ${done + 5} questions this week`)).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await shot(phone, 'parent-goal-360')
})
