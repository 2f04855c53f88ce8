import { expect } from '@playwright/test'
import { hold, letIn, post, test } from './journey.ts'

const center = '/centers/Maple%20Street'

test('links lead from a parent to a child’s record, to the sibling’s record and back', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?find=Sam Rivera`)
  await page.getByRole('table').getByRole('link', { name: 'Rivera, Sam' }).click()
  await page.getByRole('region', { name: 'Parents' }).getByRole('link', { name: 'Pilar Rivera' }).click()
  await page.getByRole('link', { name: 'Sam Rivera' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Rivera')
  for (const part of [
    'Progress',
    'Tests',
    'Attendance',
    'Upcoming classes',
    'Classes',
    'Make-ups',
    'Awards',
    'Activities',
  ])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible()

  const children = page.getByRole('navigation', { name: 'Pilar Rivera’s children' })
  await expect(children.getByRole('link', { name: 'Sam' })).toHaveAttribute('aria-current', 'page')
  await children.getByRole('link', { name: 'Sofia' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sofia Rivera')
  await page.getByRole('main').getByRole('link', { name: 'Pilar Rivera' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pilar Rivera')
})

test('a link and the j key lead from one child’s marks to those of the next child in the class, and a link leads back to the roll', async ({
  page,
}) => {
  await letIn(page, 'manager')
  const klass = { name: 'Sunday math', subject: 'Math', type: 'REGULAR', day: 0, time: '10:00', maxSize: 4 }
  const { id: classId } = await post(page, `${center}/classes`, klass)
  const names = ['Ada', 'Ben', 'Cleo']
  for (const firstName of names) {
    const { _id: studentId } = await post(page, `${center}/students`, { firstName, lastName: 'Sunday' })
    await post(page, `${center}/classes/${classId}/places`, {
      studentId,
      type: 'regular',
      startDate: '2026-03-08',
    })
  }
  await page.goto(`${center}/attendance/${classId}?on=2026-03-08`)
  await page.getByRole('link', { name: 'Ada Sunday' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Ada Sunday’s attendance')
  const others = page.getByRole('navigation', { name: 'Students in the class' })
  await expect(others).toContainText('1 of 3')
  await others.getByRole('link', { name: 'Next student: Ben Sunday' }).click()
  await expect(heading).toHaveText('Ben Sunday’s attendance')
  await page.keyboard.press('j')
  await expect(heading).toHaveText('Cleo Sunday’s attendance')
  await expect(others.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('k')
  await expect(heading).toHaveText('Ben Sunday’s attendance')
  await page.getByRole('link', { name: 'Class roll' }).click()
  await expect(page).toHaveURL(/on=2026-03-08/)
  await expect(page.getByRole('heading', { name: 'Sunday math' })).toBeVisible()
})

test('while the next child’s marks load, none of the previous child’s are shown', async ({ page }) => {
  await letIn(page, 'manager')
  const klass = { name: 'Saturday math', subject: 'Math', type: 'REGULAR', day: 6, time: '10:00', maxSize: 4 }
  const { id: classId } = await post(page, `${center}/classes`, klass)
  const ids = []
  for (const firstName of ['Ada', 'Ben']) {
    const { _id: studentId } = await post(page, `${center}/students`, { firstName, lastName: 'Saturday' })
    await post(page, `${center}/classes/${classId}/places`, {
      studentId,
      type: 'regular',
      startDate: '2026-03-07',
    })
    ids.push(studentId)
  }
  await page.goto(`${center}/attendance/${classId}/students/${ids[0]}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Ada Saturday’s attendance')
  const letGo = await hold(page, '**/attendances/history?*')
  const others = page.getByRole('navigation', { name: 'Students in the class' })
  await others.getByRole('link', { name: 'Next student: Ben Saturday' }).click()
  await expect(others).toContainText('2 of 2')
  await expect(page.getByText('Loading the attendance')).toBeAttached()
  await expect(heading).toHaveCount(0)
  letGo()
  await expect(heading).toHaveText('Ben Saturday’s attendance')
})

test('while another center’s students load, none of the first center’s students are shown', async ({
  page,
}) => {
  await letIn(page, 'admin')
  await page.goto(`${center}/students`)
  const names = page.getByRole('table', { name: 'Students' }).getByRole('link')
  await expect(names.first()).toBeVisible()
  const letGo = await hold(page, '**/api/centers/Riverside/students?*')
  await page.getByRole('combobox', { name: 'Center' }).click()
  await page.getByRole('option', { name: 'Riverside' }).click()
  await expect(page).toHaveURL(/Riverside\/students/)
  await expect(page.getByText('Loading students')).toBeAttached()
  await expect(names).toHaveCount(0)
  letGo()
  await expect(names.first()).toBeVisible()
})

test('while a new filter or search loads, the list shows neither a count nor an empty result', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  const counts = page.getByText(/^\d+ students/)
  await expect(counts).toBeVisible()
  let letGo = await hold(page, '**/students?*')
  await page.getByText('All Students and Prospects').click()
  await expect(page.locator('[aria-busy=true]').getByRole('table', { name: 'Students' })).toBeVisible()
  await expect(counts).toHaveCount(0)
  letGo()
  await expect(counts).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  await page.goto(`${center}/students?find=zzzz`)
  await expect(page.getByText('No results for “zzzz”')).toBeVisible()
  letGo = await hold(page, '**/students?*')
  await page.getByRole('searchbox').fill('Sam')
  await expect(page).toHaveURL(/find=Sam/)
  await expect(page.getByText('Loading students')).toBeAttached()
  await expect(page.getByText(/No results/)).toHaveCount(0)
  letGo()
  await expect(page.getByRole('link', { name: 'Rivera, Sam' })).toBeVisible()
})

test('a long list loads more while scrolling', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  await expect(page.getByText(/students, 50 shown/)).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText(/^\d+ students$/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})
