import { z } from 'zod'
import { csvFile } from '#shared/contract.ts'
import { CenterName } from '#shared/ids.ts'
import { Month } from '../api.ts'

const ofMonth = z.object({ centerId: CenterName, month: Month })

/**
 * Files for a month: sent invoices for bookkeeping programs, all entries in families' accounts, and teachers'
 * hours for payroll.
 */
export const billingFiles = {
  quickbooks: csvFile('/centers/:centerId/billing/exports/quickbooks', {
    who: 'billing.manage',
    input: ofMonth,
  }),
  xero: csvFile('/centers/:centerId/billing/exports/xero', { who: 'billing.manage', input: ofMonth }),
  entries: csvFile('/centers/:centerId/billing/exports/entries', { who: 'billing.manage', input: ofMonth }),
  hours: csvFile('/centers/:centerId/billing/exports/hours', { who: 'billing.manage', input: ofMonth }),
}
