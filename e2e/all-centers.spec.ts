import { expect, type Page } from '@playwright/test'
import { get, letIn, patch, post, signIn, test } from './journey.ts'

test('an owner compares and sorts centers, changes the dates, exports the table, and opens the list behind a figure', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All centers' }).click()
  await expect(page.getByText('Feb 4, 2026 to Mar 3, 2026')).toBeVisible()
  const table = page.getByRole('table', { name: 'Centers' })
  const names = table.getByRole('rowheader')
  await expect(names).toHaveText(['Maple Street', 'Riverside', 'All centers'])

  // The figures must match the dashboard.
  const row = table.getByRole('row', { name: /^Maple Street/ })
  const { figures } = await get<{ figures: { enrolled: number; attendance: number } }>(
    page,
    '/centers/Maple%20Street/dashboard',
  )
  await expect(row.getByRole('link', { name: 'Enrolled at Maple Street' })).toContainText(
    String(figures.enrolled),
  )
  await expect(row.getByRole('link', { name: /, Attendance at Maple Street/ })).toContainText(
    `${figures.attendance}%`,
  )
  await expect(row.getByRole('img', { name: /^Attendance at Maple Street by week: none, / })).toBeVisible()

  await table.getByRole('button', { name: 'Center' }).press('Enter')
  await expect(names).toHaveText(['Riverside', 'Maple Street', 'All centers'])
  await table.getByRole('button', { name: 'Attendance', exact: true }).click()
  await expect(table.getByRole('columnheader', { name: 'Attendance', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByText('This week', { exact: true }).click()
  await expect(page.getByText('Mar 1, 2026 to Mar 3, 2026')).toBeVisible()
  await expect(page).toHaveURL(/sort=attendance/)

  await page.getByText('Custom', { exact: true }).click()
  const custom = page.getByRole('form', { name: 'Custom range' })
  await custom.getByLabel('From').fill('2/1/2026')
  await custom.getByLabel('To', { exact: true }).fill('1/1/2026')
  await expect(custom.getByRole('alert')).toHaveText('The last day can’t be before the first day.')
  await custom.getByLabel('To', { exact: true }).fill('2/28/2026')
  await custom.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Feb 1, 2026 to Feb 28, 2026')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Feb 1, 2026 to Feb 28, 2026')).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await (await (await saving).createReadStream()).toArray()
  expect(Buffer.concat(text).toString()).toMatch(/^\ufeffCenter,Enrolled,.*\r\nMaple Street,\d+,/)

  await row.getByRole('link', { name: 'Missing attendance at Maple Street' }).click()
  await expect(page.getByText('Showing only “Attendance missing”.')).toBeVisible()
  await page.goBack()
  await row.getByRole('link', { name: 'Maple Street', exact: true }).click()
  await expect(page).toHaveURL(/\/centers\/Maple%20Street$/)
})

test('on a phone or a tablet, each center is shown as a card', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await letIn(page, 'admin')
  await page.goto('/all-centers')
  const cards = page.getByRole('list', { name: 'Centers' }).getByRole('listitem')
  await expect(cards.getByRole('heading')).toHaveText(['Maple Street', 'Riverside'])
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(cards.getByRole('heading')).toHaveText(['Maple Street', 'Riverside'])
  await page.getByLabel('Sort by').selectOption('Enrolled')
  await expect(page).toHaveURL(/sort=enrolled&down=true/)
  await cards.first().getByRole('link', { name: 'Open tasks at' }).click()
  await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'To grade:' }).click()
  await expect(page.getByRole('heading', { name: 'Grading' })).toBeVisible()
})

/** Enters a one-time charge for the first family of a center. */
async function chargeFamily(page: Page, center: string, amount: number) {
  const at = `/centers/${encodeURIComponent(center)}`
  const { families } = await get<{ families: { payerId: string }[] }>(page, `${at}/billing?month=2026-03`)
  const [{ payerId } = { payerId: '' }] = families
  await post(page, `${at}/billing/families/${payerId}/entries`, {
    kind: 'charge',
    amount,
    on: '2026-03-03',
    note: 'Books',
  })
}

test('money due is shown in each center’s currency, with a total only if all centers use the same one', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await chargeFamily(page, 'Maple Street', 123_450)
  await page.goto('/all-centers')
  const table = page.getByRole('table', { name: 'Centers' })
  const total = table.getByRole('row', { name: /^All centers/ })
  await expect(table.getByRole('link', { name: 'Money due at Maple Street' })).toContainText('$1,234.50')
  await expect(total).toContainText('$1,234.50')

  await patch(page, '/centers/Riverside/billing/settings', { currency: 'CAD' })
  await chargeFamily(page, 'Riverside', 20_000)
  await page.reload()
  await expect(table.getByRole('link', { name: 'Money due at Riverside' })).toContainText('CA$200.00')
  await expect(total).not.toContainText('$')
  await expect(page.getByText('as of today, whatever dates you choose')).toBeVisible()
  if (process.env['SHOTS'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({
          path: `${process.env['SHOTS']}/all-centers-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
    }
  await page.setViewportSize({ width: 1280, height: 900 })
  await table.getByRole('link', { name: 'Money due at Riverside' }).click()
  await expect(page).toHaveURL(/\/centers\/Riverside\/billing/)
})

test('open tasks and money due aren’t loaded again for another date range, and if loading them fails, other figures are still shown', async ({
  page,
}) => {
  await letIn(page, 'admin')
  let calls = 0
  let status: number | null = 404
  await page.route('**/api/all-centers/tasks-and-money*', async (route) => {
    calls += 1
    await (status ? route.fulfill({ status, json: { code: 'failed', message: '' } }) : route.continue())
  })
  await page.goto('/all-centers?sort=tasks&down=true')
  const table = page.getByRole('table', { name: 'Centers' })
  const failure = page.getByRole('alert')
  const tasks = table.getByRole('columnheader', { name: 'Open tasks' })
  // During an upgrade, the server may not have this call yet, so a 404 isn't shown as an error.
  await expect(table.getByRole('row', { name: /^Maple Street/ })).toContainText('–')
  await page.waitForLoadState('networkidle')
  await expect(failure).toHaveCount(0)
  status = 500
  await page.reload()
  await expect(failure).toContainText('The open tasks and the money due couldn’t be loaded.')
  await expect(table.getByRole('link', { name: 'Enrolled at Maple Street' })).toBeVisible()
  await expect(table.getByRole('link', { name: 'Open tasks at' })).toHaveCount(0)
  await expect(tasks).not.toHaveAttribute('aria-sort')
  status = null
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toHaveCount(0)
  await expect(table.getByRole('link', { name: 'Open tasks at Maple Street' })).toBeVisible()
  await expect(tasks).toHaveAttribute('aria-sort', 'descending')
  const before = calls
  const compared = page.waitForResponse(/\/api\/all-centers\?/)
  await page.getByText('This week', { exact: true }).click()
  await compared
  await expect(page.getByText('Mar 1, 2026 to Mar 3, 2026')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toBe(before)
})

test('a manager of only one center has no menu item for the center comparison', async ({ page }) => {
  await signIn(page, 'manager')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'All centers' })).toHaveCount(0)
})
