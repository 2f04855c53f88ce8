import { expect, type Locator } from '@playwright/test'
import { letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

test('the owner sees how the center is doing, and one click shows the students at risk', async ({ page }) => {
  await letIn(page, 'manager')
  await page.goto(center)
  await expect(page.getByText('Tuesday, March 3, 2026')).toBeVisible()
  const figures = page.getByRole('navigation', { name: 'Key figures' })
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
  await watched.getByRole('link', { name: /^See all/ }).click()
  await expect(page).toHaveURL(/watch=true/)
  const names = page.getByRole('table', { name: 'Students' }).getByRole('link')
  await expect(names.first()).toBeVisible()
  const shown = await names.allTextContents()
  expect(shown.map((name) => name.split(', ').toReversed().join(' '))).toContain(first)
})

test('a task on the dashboard opens the oddities that it counts', async ({ page }) => {
  await letIn(page, 'manager')
  await page.goto(center)
  const task = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: /^Attendance missing/ })
  const count = Number(/(\d+) class/.exec((await task.textContent()) ?? '')?.[1])
  await task.click()
  await expect(page.getByText('Showing only “Attendance missing”.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Oddities: Attendance missing' }).getByRole('listitem'),
  ).toHaveCount(count)
  await page.getByRole('link', { name: 'Show all kinds' }).click()
  expect(await page.getByRole('list', { name: 'Oddities' }).count()).toBeGreaterThan(1)
})

test('students can be sorted by column heading and filtered, and the URL and the exported file keep both', async ({
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
  await page.getByRole('button', { name: 'Remove filter: Overdue work' }).click()
  await expect(page).not.toHaveURL(/overdue/)
  await expect(page.getByRole('button', { name: 'Remove filter: Attendance below 90%' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export students' })).toContainText('that match the filters')
})

test('for a teacher’s three-day absence, one Save stores a free substitute for every class, and Undo removes them', async ({
  page,
}) => {
  await letIn(page, 'manager')
  const clicks = { count: 0 }
  const click = async (target: Locator) => {
    clicks.count += 1
    await target.click()
  }
  await page.goto(center)
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Staff' }))
  const teachers = page.getByRole('region', { name: 'Teachers' })
  const row = teachers.getByRole('listitem').first()
  const name = (await row.getByRole('link').first().textContent()) ?? ''
  await click(row.getByRole('button', { name: /^Away/ }))
  const sheet = page.getByRole('dialog', { name: `${name} is away` })
  clicks.count += 2
  await sheet.getByLabel('Away from').fill('3/9/2026')
  await sheet.getByLabel('To', { exact: true }).fill('3/11/2026')
  const many = sheet.getByText(/^Class meetings to cover: \d+/)
  await expect(many).toBeVisible()
  const count = Number(/\d+/.exec((await many.textContent()) ?? ''))
  const saved = `${count} substitute${count === 1 ? '' : 's'}`
  await click(sheet.getByRole('button', { name: `Save ${saved}` }))
  await expect(page.getByText(`${saved} saved for ${name}.`)).toBeVisible()
  const done = page.getByRole('dialog', { name: 'Substitutes saved' })
  await click(done.getByRole('button', { name: 'Notify families' }))
  const telling = page.getByRole('dialog', { name: 'Notify families' })
  await expect(telling.getByRole('article').first()).toContainText(
    `${name} will be away (Mon, Mar 9 to Wed, Mar 11)`,
  )
  await click(telling.getByRole('button', { name: /^Send to \d+ parents?$/ }))
  await expect(telling).toBeHidden()
  expect(clicks.count).toBeLessThanOrEqual(8)

  await row.getByRole('button', { name: /^Away/ }).click()
  await sheet.getByLabel('Away from').fill('3/16/2026')
  await sheet.getByLabel('To', { exact: true }).fill('3/18/2026')
  await sheet.getByRole('button', { name: `Save ${saved}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Substitute changes undone.')).toBeVisible()
})

test('a class has a page with its students, waitlist and attendance, and a way to email its families', async ({
  page,
}) => {
  await letIn(page, 'manager')
  await page.goto(`${center}/scheduler/2026-03-03`)
  const card = page.getByRole('article', { name: 'Math 4' })
  await card.getByRole('heading', { name: 'Math 4' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Math 4')
  const students = page.getByRole('region', { name: 'Students' }).getByRole('link')
  await expect(students.first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waitlist' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Attendance by week' })).toBeAttached()
  await page.getByRole('button', { name: 'Email these families' }).click()
  const mail = page.getByRole('dialog', { name: 'New message' })
  await expect(mail.getByRole('radio', { name: 'A class' })).toBeChecked()
  await mail.getByLabel('Subject line').fill('Bring rulers')
  await mail.getByLabel('Message', { exact: true }).fill('Dear {{parent}}, please bring a ruler.')
  await mail.getByRole('button', { name: 'Preview' }).click()
  await expect(mail.getByRole('button', { name: /^Send to \d+ parents$/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`${center}/classes?find=Math 4`)
  await page.getByRole('link', { name: 'Math 4' }).first().click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit class' })).toBeVisible()
})
