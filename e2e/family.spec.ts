import { expect } from '@playwright/test'
import { signIn, test } from './journey.ts'

test('a parent sees both children, opens one, and its homework with every question’s result', async ({ page }) => {
  await signIn(page, 'parent')
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards.getByRole('heading')).toHaveText(['Sam', 'Sofia'])
  for (const card of await cards.all()) {
    await expect(card).toContainText(/Right in Homework \d\d+ of \d+/)
    await expect(card).toContainText(/\d homework open|No homework open/)
    await expect(card).toContainText(/Next class: .*\d:\d\d PM/)
  }

  await cards.getByRole('link', { name: /Sam/ }).click()
  await expect(page.getByRole('heading', { name: 'Sam', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Sam – Blended Learning')
  await expect(page.getByRole('region', { name: 'Attendance of the last 12 weeks' })).toContainText(/Present \d+/)
  await expect(page.getByRole('region', { name: 'Activities' }).getByRole('listitem')).not.toHaveCount(0)

  const homework = page.getByRole('region', { name: 'Homework' })
  await homework.getByRole('link', { name: /Homework 1/ }).click()
  await expect(page.getByRole('heading', { name: 'Homework 1', level: 1 })).toBeVisible()
  const [, right, total] = /(\d+) of (\d+)/.exec(await page.getByText(/^\d+ of \d+$/).innerText()) ?? []
  const questions = page.getByRole('main').getByRole('listitem')
  await expect(questions).toHaveCount(Number(total))
  await expect(questions.filter({ hasText: 'right' })).toHaveCount(Number(right))
  await expect(questions.filter({ hasText: 'wrong' })).toHaveCount(Number(total) - Number(right))

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(cards).toHaveCount(2)
})

test('another family’s child is not found, whatever the address says', async ({ page, browser }) => {
  const office = await (await browser.newContext({ baseURL: process.env['PRODUCT_URL'] })).newPage()
  await signIn(office, 'operator')
  await office.goto('/centers/Maple%20Street/students')
  await office.getByRole('table').getByRole('link').first().click()
  await expect(office.getByRole('heading', { level: 1 })).not.toHaveText(/Students|Rivera/)
  const stranger = new URL(office.url()).pathname.split('/').at(-1) ?? ''
  await office.context().close()

  await signIn(page, 'parent')
  for (const path of [stranger, `${stranger}/homework/${stranger}/sections`, 'nobody']) {
    await page.goto(`/parent/students/${path}`)
    await expect(page.getByRole('alert'), path).toContainText('Not found, please contact support.')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('link', { name: /Sofia/ })).toBeVisible()
})
