import { expect } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

const center = '/centers/Maple%20Street'

test('from a parent to one child’s record, on to the sibling and back', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?find=Sam Rivera`)
  await page.getByRole('table').getByRole('link', { name: 'Rivera, Sam' }).click()
  await page.getByRole('region', { name: 'Parents' }).getByRole('link', { name: 'Pilar Rivera' }).click()
  await page.getByRole('link', { name: 'Sam Rivera' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Rivera')
  for (const part of ['Progress', 'Tests', 'Attendance', 'Coming classes', 'Classes', 'Make-ups', 'Awards', 'Activities'])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible()

  const children = page.getByRole('navigation', { name: 'Children of Pilar Rivera' })
  await expect(children.getByRole('link', { name: 'Sam' })).toHaveAttribute('aria-current', 'page')
  await children.getByRole('link', { name: 'Sofia' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sofia Rivera')
  await page.getByRole('main').getByRole('link', { name: 'Pilar Rivera' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pilar Rivera')
})

test('from one child’s marks to the next in the class, by button and by key, and back to the roll of the day', async ({ page }) => {
  await letIn(page, 'manager')
  const klass = { name: 'Sunday maths', subject: 'Math', type: 'REGULAR', day: 0, time: '10:00', maxSize: 4 }
  const { id: classId } = await post(page, `${center}/classes`, klass)
  const names = ['Ada', 'Ben', 'Cleo']
  for (const firstName of names) {
    const { _id: studentId } = await post(page, `${center}/students`, { firstName, lastName: 'Sunday' })
    await post(page, `${center}/classes/${classId}/places`, { studentId, type: 'regular', startDate: '2026-03-08' })
  }
  await page.goto(`${center}/attendance/${classId}?on=2026-03-08`)
  await page.getByRole('link', { name: 'Ada Sunday' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Attendance of Ada Sunday')
  const others = page.getByRole('navigation', { name: 'Students of the class' })
  await expect(others).toContainText('1 of 3')
  await others.getByRole('link', { name: 'Student after: Ben Sunday' }).click()
  await expect(heading).toHaveText('Attendance of Ben Sunday')
  await page.keyboard.press('j')
  await expect(heading).toHaveText('Attendance of Cleo Sunday')
  await expect(others.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('k')
  await expect(heading).toHaveText('Attendance of Ben Sunday')
  await page.getByRole('link', { name: 'Roll of the class' }).click()
  await expect(page).toHaveURL(/on=2026-03-08/)
  await expect(page.getByRole('heading', { name: 'Sunday maths' })).toBeVisible()
})

test('a long list goes on while one scrolls', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  await expect(page.getByText(/students, 50 shown/)).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText(/^\d+ students$/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})
