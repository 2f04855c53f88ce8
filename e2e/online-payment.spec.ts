import { expect } from '@playwright/test'
import { openPaymentProvider, providerKeys, signEvent } from '../tests/payment-provider.ts'
import { axePath, violations } from './axe.ts'
import { letIn, post, soon, test } from './journey.ts'
import { center } from './steps.ts'

const provider = await openPaymentProvider()
test.use({
  settings: {
    STRIPE_SECRET_KEY: providerKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: providerKeys.webhookSecret,
    STRIPE_URL: provider.url,
  },
})
test.afterAll(() => void provider.close())

test('a parent pays an invoice online on a phone, and the office sees it', async ({
  browser,
  page,
  baseURL,
}) => {
  await letIn(page, 'manager')
  // Create last month's invoice, which hasn't been paid.
  const lastMonth = { startDate: '2026-02-01', endDate: '2026-02-28' }
  await post(page, `${center}/rates`, {
    subject: 'Math',
    classId: null,
    unit: 'month',
    amount: 10_000,
    ...lastMonth,
  })
  const run: unknown = await post(page, `${center}/billing/runs`, { month: '2026-02' })
  await post(page, `${center}/billing/runs/2026-02/send`, { total: (run as { total: number }).total })
  await page.goto(`${center}/billing?view=rates`)
  await page.getByRole('button', { name: 'New rate' }).click()
  await page.getByLabel('Amount (USD)').fill('125')
  await page.getByRole('button', { name: 'Add rate' }).click()
  await expect(page.getByText('$125.00 a month')).toBeVisible()
  await page.getByRole('radio', { name: 'Monthly billing' }).check()
  await page.getByRole('button', { name: 'Create drafts' }).click()
  await page.getByRole('button', { name: /^Send \d+ invoices/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Pilar/ })).toBeVisible(soon)

  // Use a separate context, because the provider is another server, which pages in other journeys may not
  // call.
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await phone.addInitScript({ path: axePath })
  await letIn(phone, 'parent')
  await phone.goto('/parent/invoices')
  await phone.getByRole('link', { name: /^Invoice \d+, March 2026/ }).click()
  const pay = phone.getByRole('button', { name: /^Pay \$/ })
  await expect(
    phone.getByText(/^Invoice \d+ for February 2026 is still open\. Please pay it first\.$/),
  ).toBeVisible()
  await expect(pay).toBeHidden()
  expect(await violations(phone)).toEqual([])
  await phone.getByRole('link', { name: /^Go to invoice \d+$/ }).click()
  await expect(pay).toBeVisible()
  expect(await violations(phone)).toEqual([])
  const shot = async (name: string) =>
    process.env['SHOTS'] &&
    (await phone.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))
  await shot('pay-360')
  await pay.click()
  await expect(phone.getByRole('heading', { name: /^Invoice \d+, February 2026/ })).toBeVisible()
  await phone.getByRole('link', { name: 'Back' }).click()
  await pay.click()
  await phone.getByRole('button', { name: 'Pay now' }).click()
  await expect(phone.getByText('Thank you! Your payment has arrived')).toBeVisible(soon)
  await expect(phone.getByText('Paid. Thank you!')).toBeVisible()
  await expect(pay).toBeHidden()
  expect(await violations(phone)).toEqual([])
  await shot('paid-360')

  // The provider's own message arrives later, and the product must not count the payment twice.
  const [session] = provider.sessions.values()
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: session },
  })
  const told = await fetch(`${baseURL}/api/stripe/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(body) },
  })
  expect(told.status).toBe(204)
  await phone.getByRole('button', { name: 'OK' }).click()
  await phone.getByRole('link', { name: 'Invoices' }).click()
  const next = phone.getByRole('link', { name: /^Invoice \d+, March 2026/ })
  await next.click()
  await expect(pay).toBeVisible()
  await phone.getByRole('link', { name: 'Invoices' }).click()
  await expect(phone.getByText('Payment, online')).toHaveCount(1)

  await page.goto(`${center}/billing?view=families`)
  await page.getByRole('button', { name: /^Pilar/ }).click()
  await expect(page.getByRole('dialog', { name: /^Pilar/ }).getByText('Payment, online')).toBeVisible()
})
