import { expect } from '@playwright/test'
import { signIn, test } from './journey.ts'

test('a parent adds a passkey, logs in with it, and removes it', async ({ page, context }) => {
  await signIn(page, 'parent')
  const chrome = await context.newCDPSession(page)
  await chrome.send('WebAuthn.enable')
  const { authenticatorId } = await chrome.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.getByRole('link', { name: /^Profile of / }).click()
  const part = page.getByRole('region', { name: 'Passkeys' })
  await expect(part.getByText(/^No passkeys yet\./)).toBeVisible()
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByText(/not used yet$/)).toBeVisible()
  await part.getByRole('button', { name: /^Rename / }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename this passkey' })
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByText('My phone')).toBeVisible()

  // A device can't store two passkeys for the same account.
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(part.getByText('This device already has a passkey for your account.')).toBeVisible()

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeVisible()

  await page.getByRole('link', { name: /^Profile of / }).click()
  await expect(part.getByText(/^last used /)).toBeVisible()
  await part.getByRole('button', { name: 'Remove My phone' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove “My phone”?' })
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(part.getByText(/^No passkeys yet\./)).toBeVisible()

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText(/^We don’t recognize this passkey\./)).toBeVisible()
  await chrome.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
})
