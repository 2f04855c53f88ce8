import { expect } from '@playwright/test'
import { letIn, signIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'
const searchBox = /search students/i

test('a new page begins at its heading, a change within it leaves the focus alone', async ({ page }) => {
  await signIn(page, 'operator')
  await page.getByRole('navigation', { name: 'Centre' }).getByRole('link', { name: 'Students' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Students')
  await expect(heading).toBeFocused()
  await page.getByRole('searchbox', { name: searchBox }).fill('a')
  await expect(page).toHaveURL(/find=a/)
  await expect(page.getByRole('searchbox', { name: searchBox })).toBeFocused()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/students\/.+/)
  await expect(heading).toBeFocused()
  await page.goto(`${center}/scheduler/2026-03-03/all`)
  const after = page.getByRole('button', { name: 'Day after' })
  await after.click()
  await expect(page).toHaveURL(/scheduler\/2026-03-04/)
  await expect(after).toBeFocused()
})

test('a search that is gone from the address is gone from its box', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?filter=2&find=zz`)
  const box = page.getByRole('searchbox', { name: searchBox })
  await expect(box).toHaveValue('zz')
  await page.getByRole('navigation', { name: 'Centre' }).getByRole('link', { name: 'Students' }).click()
  await expect(box).toHaveValue('')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(`${center}/students`)
})

test('changing the centre keeps the page with its day and search; a mistyped centre is forgotten', async ({ page }) => {
  await letIn(page, 'admin')
  await page.goto(`${center}/students?filter=2`)
  await page.getByRole('combobox', { name: 'Centre' }).click()
  await page.getByRole('option').filter({ hasNotText: 'Maple Street' }).first().click()
  await expect(page).not.toHaveURL(/Maple/)
  await expect(page).toHaveURL(/\/students\?filter=2$/)
  const other = new URL(page.url()).pathname.split('/')[2]
  await page.goto('/centers/Maple%20Stret/students')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/centers')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', `/centers/${other}`)
})

test('who can’t be told the centres is told that, and asks again', async ({ page }) => {
  await page.route(/\/api\/centers$/, (route) => route.fulfill({ status: 500, json: { message: '', code: 'failed' } }))
  await signIn(page, 'operator')
  const again = page.getByRole('button', { name: /^The centres can’t be shown/ })
  await expect(again).toBeVisible()
  await page.unrouteAll()
  await again.click()
  await expect(page.getByRole('combobox', { name: 'Centre' })).toBeVisible()
})
