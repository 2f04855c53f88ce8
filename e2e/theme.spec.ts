import { expect, type Page } from '@playwright/test'
import { signIn, test } from './journey.ts'

const theme = (page: Page) => page.getByLabel('Theme')
const colorOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)
const ground = { light: 'rgb(248, 250, 252)', dark: 'rgb(15, 23, 42)' }

test('the theme follows the system until the user chooses one, and this browser remembers the choice', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'parent')
  await expect(theme(page)).toHaveValue('auto')
  expect(await colorOf(page, 'body')).toBe(ground.dark)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await colorOf(page, 'body')).toBe(ground.light)
  await theme(page).selectOption('Dark')
  expect(await colorOf(page, 'body')).toBe(ground.dark)
  // The server's document already has the theme, so nothing flashes before the scripts run.
  const document = await (await page.request.get('/parent')).text()
  expect(document).toContain('<html data-theme="dark"')
  await page.reload()
  await expect(theme(page)).toHaveValue('dark')
  expect(await colorOf(page, 'body')).toBe(ground.dark)
  await theme(page).selectOption('Auto')
  expect(await colorOf(page, 'body')).toBe(ground.light)
})

test('staff pages have a dark theme, but print in the light one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'operator')
  await expect(page.getByRole('heading', { name: 'Attendance today' })).toBeVisible()
  const bar = await colorOf(page, 'nav[aria-label=Main]')
  expect(bar).not.toBe('rgb(255, 255, 255)')
  await expect(page.getByRole('button', { name: 'Search' })).toHaveCSS('color', 'rgb(255, 255, 255)')
  await theme(page).selectOption('Dark')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await colorOf(page, 'body')).toBe(ground.light)
  expect(await colorOf(page, 'nav[aria-label=Main]')).toBe('rgb(255, 255, 255)')
})

test('on a phone, the choices below the login form are centered', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  const language = page.locator('label', { hasText: 'Language' })
  await expect(language).toBeVisible()
  const { x, width } = (await language.boundingBox()) ?? { x: 0, width: 0 }
  expect(Math.abs(x + width / 2 - 180)).toBeLessThan(16)
})
