import { expect } from '@playwright/test'
import { letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

test('the owner sees how the center is doing, and one click shows who is at risk', async ({ page }) => {
  await letIn(page, 'manager')
  await page.goto(center)
  await expect(page.getByText('Tuesday, March 3, 2026')).toBeVisible()
  const figures = page.getByRole('navigation', { name: 'Figures' })
  for (const [name, path] of [
    ['Students enrolled', /\/students$/],
    ['Attendance, last 4 weeks', /\/students\?sort=attendance/],
    ['Seats filled', /\/classes$/],
    ['To do', /\/oddities$/],
  ] as const)
    await expect(figures.getByRole('link', { name })).toHaveAttribute('href', path)
  const table = page.getByRole('table', { name: 'Attendance by week' })
  await expect(table.getByRole('row', { name: /^This week/ })).toContainText('none')

  const watched = page.getByRole('region', { name: 'Students to watch' })
  const first = await watched.getByRole('listitem').first().getByRole('link').first().textContent()
  await watched.getByRole('link', { name: 'Who is at risk?' }).click()
  await expect(page).toHaveURL(/watch=true/)
  const names = page.getByRole('table', { name: 'Students' }).getByRole('link')
  await expect(names.first()).toBeVisible()
  const shown = await names.allTextContents()
  expect(shown.map((name) => name.split(', ').toReversed().join(' '))).toContain(first)
})

test('a task on the dashboard leads to the same problems on the page of oddities', async ({ page }) => {
  await letIn(page, 'manager')
  await page.goto(center)
  const task = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: /^Attendance missing/ })
  const count = Number(/(\d+) class/.exec((await task.textContent()) ?? '')?.[1])
  await task.click()
  await expect(page.getByText('Only “Attendance missing”.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Oddities: Attendance missing' }).getByRole('listitem'),
  ).toHaveCount(count)
  await page.getByRole('link', { name: 'Show all kinds' }).click()
  expect(await page.getByRole('list', { name: 'Oddities' }).count()).toBeGreaterThan(1)
})

test('students are sorted by a heading and narrowed down by filters, which the URL and the file keep', async ({
  page,
}) => {
  await letIn(page, 'manager')
  await page.goto(`${center}/students`)
  const rates = page.getByRole('cell').filter({ hasText: /^\d+%$/ })
  await page.getByRole('button', { name: 'Attendance' }).click()
  await expect(page.getByRole('columnheader', { name: 'Attendance' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page).toHaveURL(/sort=attendance/)
  await expect(rates.first()).toBeVisible()

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Attendance (optional)').selectOption('Attendance below 90%')
  await page.getByRole('checkbox', { name: 'Has overdue work' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/attendanceBelow=90/)
  await page.reload()
  await page.getByRole('button', { name: 'Drop filter: Overdue work' }).click()
  await expect(page).not.toHaveURL(/overdue/)
  await expect(page.getByRole('button', { name: 'Drop filter: Attendance below 90%' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export students' })).toContainText('that match the filters')
})
