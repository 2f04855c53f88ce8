import { expect } from '@playwright/test'
import { openPaymentProvider, providerKeys } from '../tests/payment-provider.ts'
import { openSmsProvider, smsAccount } from '../tests/sms-provider.ts'
import { recordPayment, sendInvoices } from './invoices.ts'
import { letIn } from './journey.ts'
import { follow, type Tour } from './steps.ts'

/** Starts stand-ins for Stripe and Twilio. Returns the settings of a product that uses them. */
export async function openProviders() {
  const [payments, texts] = [await openPaymentProvider(), await openSmsProvider()]
  return {
    settings: {
      STRIPE_SECRET_KEY: providerKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: providerKeys.webhookSecret,
      STRIPE_URL: payments.url,
      TWILIO_ACCOUNT_SID: smsAccount.accountSid,
      TWILIO_AUTH_TOKEN: smsAccount.authToken,
      TWILIO_FROM: smsAccount.from,
      TWILIO_URL: texts.url,
    },
    close: () => {
      payments.close()
      texts.close()
    },
  }
}

/** Tours through parts of pages that are shown only with Stripe or Twilio. */
export const providerTours: Record<string, Tour> = {
  'parent with an invoice': {
    enter: async (page) => {
      await letIn(page, 'manager')
      await recordPayment(page, await sendInvoices(page))
      await letIn(page, 'parent')
    },
    stops: [
      { page: '/parent/invoices', to: '/parent/invoices' },
      {
        page: '/parent/invoices',
        to: async (page) => {
          await follow(/^Invoice \d+, February/)(page)
          await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
        },
      },
      { page: '/parent/invoices', to: ['/parent/invoices', follow('Receipt')] },
    ],
  },
  'parent with text messages': {
    enter: (page) => letIn(page, 'parent'),
    stops: [
      {
        page: '/parent',
        to: async (page) => {
          await page.goto('/parent')
          const part = page.getByRole('region', { name: 'Text messages' })
          await part.getByLabel('Mobile number').fill('(212) 555-0123')
          await part.getByRole('button', { name: 'Send me a code' }).click()
          await expect(part.getByLabel('Code')).toBeVisible()
        },
      },
    ],
  },
}
