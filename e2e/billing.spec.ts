import { expect, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { anotherPage, letIn, soon, test } from './journey.ts'
import { center } from './steps.ts'

/** Adds a rate for Math, after an attempt with an invalid amount. */
async function withRate(page: Page) {
  await page.goto(`${center}/billing?view=rates`)
  await page.getByRole('button', { name: 'New rate' }).click()
  const sheet = page.getByRole('dialog', { name: 'New rate' })
  await sheet.getByLabel('Amount (USD)').fill('12,34')
  await sheet.getByRole('button', { name: 'Add rate' }).click()
  await expect(sheet.getByText('Enter an amount such as 120 or 120.50.')).toBeVisible()
  await sheet.getByLabel('Amount (USD)').fill('125')
  await sheet.getByRole('button', { name: 'Add rate' }).click()
  await expect(page.getByText('$125.00 a month')).toBeVisible()
}

test('the rates view explains how invoices are calculated', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'manager')
  await page.goto(`${center}/billing?view=rates`)
  const rule = page.getByText('The family’s other children get the sibling discount.')
  await expect(rule).toBeHidden()
  await page.getByText('How invoices are calculated').click()
  await expect(rule).toBeVisible()
  expect(await violations(page)).toEqual([])
  if (process.env['SHOTS'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const path = `${process.env['SHOTS']}/invoice-rules-${width}-${colorScheme}.png`
        await page.screenshot({ path, fullPage: true })
      }
})

test('a manager sets a rate, sends the month’s invoices and records a payment, and the parent sees the receipt', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  await withRate(page)
  await page.getByRole('radio', { name: 'Monthly billing' }).check()
  await expect(page.getByRole('list', { name: 'Preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Create drafts' }).click()
  await expect(page.getByRole('button', { name: /^Send \d+ invoices/ })).toBeFocused()
  await page.getByRole('button', { name: /^Send \d+ invoices/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Send \d+ invoices for March 2026/ })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Search families/ }).fill('sofia')
  await expect(page.getByRole('list', { name: 'Families' }).getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: /^Pilar/ }).click()
  const sheet = page.getByRole('dialog', { name: /^Pilar/ })
  await expect(sheet.getByText(/ due$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Record payment' }).click()
  const payment = page.getByRole('dialog', { name: /^Payment: Pilar/ })
  const amount = payment.getByLabel('Amount (USD)')
  const due = await amount.inputValue()
  await amount.fill('9999')
  await expect(
    payment.getByText(/^\$[\d,.]+ more than is due\. It stays in the account as a credit\.$/),
  ).toBeVisible()
  await amount.fill(due)
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('dialog', { name: /^Pilar/ }).getByText('Nothing is due')).toBeVisible(soon)

  await page
    .getByRole('dialog', { name: /^Pilar/ })
    .getByRole('link', { name: 'Receipt' })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Receipt', level: 1 })).toBeVisible()
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/receipt-1280.png`, fullPage: true })

  const parent = await anotherPage(browser, { phone: true })
  await letIn(parent, 'parent')
  await parent.goto('/parent')
  await parent.getByRole('link', { name: 'View invoices' }).click()
  await expect(parent.getByText('Nothing is due')).toBeVisible()
  await expect(parent.getByText('Payment, cash')).toBeVisible()
  await parent.getByRole('link', { name: 'Receipt' }).first().click()
  await expect(parent.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(parent.getByText(/^\$[\d,.]+ received\. Thank you!$/)).toBeVisible()
  if (process.env['SHOTS'])
    await parent.screenshot({ path: `${process.env['SHOTS']}/receipt-360.png`, fullPage: true })
  await parent.getByRole('link', { name: 'Invoices' }).click()
  await parent.getByRole('link', { name: /^Invoice \d+, March 2026/ }).click()
  await expect(parent.getByRole('heading', { name: /^Invoice \d+/ })).toBeVisible()
  await expect(parent.getByText('Paid. Thank you!')).toBeVisible()
})

test('a manager charges a one-time fee and reverses it, and the account shows both', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await page.setViewportSize({ width: 768, height: 1000 })
  await letIn(page, 'manager')
  await page.goto(`${center}/billing`)
  await page.getByRole('list', { name: 'Families' }).getByRole('button').last().click()
  const account = page.getByRole('dialog')
  await account.getByRole('button', { name: 'Add charge' }).click()
  const sheet = page.getByRole('dialog', { name: /^Add charge: / })
  await sheet.getByLabel('Amount (USD)').fill('45')
  await sheet.getByLabel('Reason').fill('Registration fee')
  expect(await violations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(account.getByText('Registration fee')).toBeVisible(soon)
  const entries = account.getByRole('list', { name: 'Invoices and payments' })
  await expect(entries.getByRole('listitem').first()).toContainText('$45.00')
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/charge-768.png` })
  await entries.getByRole('button', { name: 'Undo charge' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo charge' })
  await undo.getByLabel('Reason').fill('Paid at the other center')
  await undo.getByRole('button', { name: 'Undo charge' }).click()
  await expect(entries.getByText('Charge undone')).toBeVisible(soon)
  await expect(entries.getByRole('button', { name: 'Undo charge' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/charge-undone-768.png` })
})
