import type { Page } from '@playwright/test'
import { get, post } from './journey.ts'
import { center } from './steps.ts'

const month = '2026-02'
type Billed = {
  payerId: string
  payer: string
  invoice: { _id: string; state: string; total: number } | null
}

/**
 * Sends the invoices for February, with a separate rate for Math, unless an earlier journey has already sent
 * them. Returns the family's invoice. A manager must be signed in.
 */
export async function sendInvoices(page: Page, family = /^Pilar/) {
  const invoiceOf = async () => {
    const { families } = await get<{ families: Billed[] }>(page, `${center}/billing?month=${month}`)
    const found = families.find(({ payer, invoice }) => family.test(payer) && invoice?.state === 'sent')
    return found?.invoice && { ...found.invoice, payerId: found.payerId }
  }
  const before = await invoiceOf()
  if (before) return before
  const days = { startDate: `${month}-01`, endDate: `${month}-28` }
  const rate = { subject: 'Math', classId: null, unit: 'month', amount: 12_000, ...days }
  await post(page, `${center}/rates`, rate)
  const run: unknown = await post(page, `${center}/billing/runs`, { month })
  const { total } = run as { total: number }
  await post(page, `${center}/billing/runs/${month}/send`, { total })
  const sent = await invoiceOf()
  if (!sent) throw new Error('The family has no invoice.')
  return sent
}

/** Records a payment of $20 by a payer, and returns the payment's id. */
export async function recordPayment(page: Page, { payerId }: { payerId: string }) {
  const payment = { payerId, method: 'cash', amount: 2000, on: '2026-03-03' }
  return (await post(page, `${center}/payments`, payment))._id
}
