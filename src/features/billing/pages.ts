import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { familyShell, staffScreen, staffShell } from '#web/shells.ts'

const billingOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/billing',
  // The page itself validates the search.
  validateSearch: (
    search: Record<string, unknown>,
  ): { month?: string; view?: string; family?: string; find?: string } => search,
  component: staffScreen(() => import('./BillingPage.tsx'), 'BillingPage'),
})

const invoice = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/invoices/$invoiceId',
  component: staffScreen(() => import('./InvoicePage.tsx'), 'InvoicePage'),
})

const receipt = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/payments/$paymentId',
  component: staffScreen(() => import('./receipts/ReceiptPage.tsx'), 'ReceiptPage'),
})

const ownInvoices = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/invoices',
  // `checkout` is Stripe's id of the page on which the invoice was paid.
  validateSearch: (
    search: Record<string, unknown>,
  ): { invoice?: string; receipt?: string; checkout?: string } => search,
  component: lazyRouteComponent(() => import('./OwnInvoicesPage.tsx'), 'OwnInvoicesPage'),
})

export const staffPages = [billingOfCenter, invoice, receipt] as const
export const familyPages = [ownInvoices] as const
