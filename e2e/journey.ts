import { expect, test as base, type Page } from '@playwright/test'

/** Everybody's password in the demo. */
export const password = 'practice-makes-progress'

/** A journey's test: the product's address as base, and any error that a page throws fails it. */
export const test = base.extend({
  baseURL: async ({ baseURL }, use) => await use(process.env['PRODUCT_URL'] ?? baseURL),
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await use(page)
    expect(errors, 'errors that the page threw').toEqual([])
  },
})

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, who: string) {
  await page.goto('/login')
  await page.getByLabel(/e-mail or user name/i).fill(`${who}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
