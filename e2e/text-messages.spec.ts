import { expect } from '@playwright/test'
import { openSmsProvider, smsAccount } from '../tests/sms-provider.ts'
import { axePath, violations } from './axe.ts'
import { letIn, soon, test } from './journey.ts'

const provider = await openSmsProvider()
test.use({
  settings: {
    TWILIO_ACCOUNT_SID: smsAccount.accountSid,
    TWILIO_AUTH_TOKEN: smsAccount.authToken,
    TWILIO_FROM: smsAccount.from,
    TWILIO_URL: provider.url,
  },
})
test.afterAll(() => void provider.close())

test('a parent confirms a mobile number for text messages, and later turns them off', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await page.setViewportSize({ width: 360, height: 740 })
  await letIn(page, 'parent')
  await page.goto('/parent')
  const part = page.getByRole('region', { name: 'Text messages' })
  await part.getByLabel('Mobile number').fill('12')
  await part.getByRole('button', { name: 'Send me a code' }).click()
  await expect(part.getByText(/isn’t a phone number|must be|phone number/i).first()).toBeVisible(soon)
  await part.getByLabel('Mobile number').fill('(212) 555-0123')
  await part.getByRole('button', { name: 'Send me a code' }).click()
  await expect(part.getByText('We sent a code to 212-555-0123.')).toBeVisible(soon)
  expect(await violations(page)).toEqual([])
  if (process.env['SHOTS'])
    await part.screenshot({ path: `${process.env['SHOTS']}/text-messages-code-360.png` })
  await expect.poll(() => provider.got.length, { timeout: 15_000 }).toBe(1)
  const code = /^\d{6}/.exec(provider.got[0]?.text ?? '')?.[0] ?? ''
  expect(provider.got[0]).toMatchObject({ to: '+12125550123', from: smsAccount.from })
  await part.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await part.getByRole('button', { name: 'Confirm' }).click()
  await expect(part.getByText('This code is wrong or has expired.')).toBeVisible()
  await part.getByLabel('Code').fill(code)
  await part.getByRole('button', { name: 'Confirm' }).click()
  await expect(part.getByText('Automatic messages also go to 212-555-0123.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await part.getByRole('button', { name: 'Stop text messages' }).click()
  await expect(part.getByLabel('Mobile number')).toBeVisible()
})
