import { endpoints, type Feature } from '#server/feature.ts'
import { billing, ownInvoices } from './api.ts'
import { billingWording } from './change-words.ts'
import { checkout, stripeEvents } from './checkout/api.ts'
import { checkoutRoutes, stripeEventsRoutes } from './checkout/routes.ts'
import { billingFiles } from './exports/api.ts'
import { billingFilesRoutes } from './exports/routes.ts'
import { payments } from './payments/api.ts'
import { paymentsRoutes } from './payments/routes.ts'
import { rates } from './rates/api.ts'
import { ratesRoutes } from './rates/routes.ts'
import { ownReceipts, receipts } from './receipts/api.ts'
import { ownReceiptRoutes, receiptRoutes } from './receipts/routes.ts'
import { billingRoutes, ownInvoicesRoutes } from './routes.ts'

/**
 * Billing: rates, a monthly run that creates invoices from places, attendance and credits (product §11),
 * payments, and a ledger for each family. A family is represented by the parent who pays. The sum of a
 * family's ledger is what it owes. The ledger is append-only, and a trigger keeps the balance up to date.
 */
export const billingFeature: Feature = {
  name: 'billing',
  endpoints: (settings) => [
    endpoints(billing, billingRoutes(settings)),
    endpoints(ownInvoices, ownInvoicesRoutes(settings)),
    endpoints(receipts, receiptRoutes),
    endpoints(ownReceipts, ownReceiptRoutes),
    endpoints(rates, ratesRoutes),
    endpoints(payments, paymentsRoutes(settings)),
    endpoints(checkout, checkoutRoutes(settings)),
    endpoints(stripeEvents, stripeEventsRoutes(settings)),
    endpoints(billingFiles, billingFilesRoutes),
  ],
  wording: billingWording,
}
