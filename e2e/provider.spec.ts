import { expect } from '@playwright/test'
import { openIdentityProvider } from '../tests/identity-provider.ts'
import { test } from './journey.ts'

const provider = await openIdentityProvider()
test.use({
  settings: {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'our-client',
    OIDC_CLIENT_SECRET: 'our-secret',
    OIDC_NAME: 'Maple Learning',
  },
})
test.afterAll(() => void provider.close())

test('a manager logs in through the organization’s provider, and someone without an account sees an explanation', async ({
  browser,
  baseURL,
}) => {
  // Use a separate context, because the provider is another server, which pages in other journeys may not
  // call.
  const page = await (await browser.newContext({ baseURL })).newPage()
  const button = page.getByRole('button', { name: 'Log in with Maple Learning' })
  provider.state.claims = { sub: 's-1', email: 'nobody@demo.example', email_verified: true }
  await page.goto('/login')
  await button.click()
  await expect(page.getByText('We don’t recognize this account')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)

  provider.state.claims = { sub: 's-2', email: 'manager@demo.example', email_verified: true }
  await button.click()
  await expect(page.getByRole('heading', { name: 'Maple Street', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/centers/Maple%20Street')
})
