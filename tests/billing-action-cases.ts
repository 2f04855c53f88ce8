import type { actionCases } from './audit-action-cases.ts'

// Audit rows of billing, with their sentences.
const usd = { currency: 'USD' }
const rate = { ...usd, name: 'Math', unit: 'month', amount: 12_000, startDate: '2026-01-01', endDate: null }
const paid = { ...usd, parentId: 'maria', method: 'cash', on: '2026-03-03', amount: 5000 }

export const billingCases: typeof actionCases = [
  [
    'billing.run',
    null,
    { ...usd, month: '2026-03', count: 2, total: 24_000 },
    'created 2 invoices for March 2026, $240.00',
  ],
  ['billing.undoRun', { month: '2026-03', count: 1 }, null, 'deleted 1 draft for March 2026'],
  [
    'billing.send',
    null,
    { ...usd, month: '2026-03', count: 1, total: 12_000 },
    'sent 1 invoice for March 2026, $120.00',
  ],
  [
    'billing.void',
    null,
    { ...usd, parentId: 'maria', number: 7, total: 1, reason: 'Twice' },
    'voided invoice 7 for Maria Silva: “Twice”',
  ],
  [
    'billing.adjust',
    null,
    { ...usd, parentId: 'maria', kind: 'credit', amount: 2000, note: 'A gift' },
    'entered a credit of $20.00 for Maria Silva: “A gift”',
  ],
  [
    'billing.undoAdjustment',
    null,
    { ...usd, parentId: 'maria', kind: 'charge', amount: 2000, reason: 'Typo' },
    'undid a charge of $20.00 for Maria Silva: “Typo”',
  ],
  [
    'billing.choosePayer',
    { studentId: 'ana', parentId: null },
    { studentId: 'ana', parentId: 'maria' },
    'chose Maria Silva to pay for Ana Silva',
  ],
  [
    'billing.settings',
    { ...usd, siblingDiscount: 0, tax: 825 },
    { ...usd, siblingDiscount: 1000, tax: 825 },
    'changed the sibling discount from 0% to 10%',
  ],
  ['rates.add', null, rate, 'added a rate of $120.00 a month for Math, starting Jan 1, 2026'],
  [
    'rates.change',
    rate,
    { ...rate, amount: 13_000 },
    'changed a rate from $120.00 a month for Math to $130.00 a month for Math',
  ],
  [
    'rates.change',
    rate,
    { ...rate, endDate: '2026-06-30' },
    'changed when the rate of $120.00 a month for Math applies',
  ],
  ['rates.remove', rate, null, 'removed a rate of $120.00 a month for Math'],
  ['payments.add', null, paid, 'recorded a payment of $50.00 from Maria Silva, paid on Mar 3, 2026'],
  ['payments.undo', null, { ...paid, reason: 'Typo' }, 'undid a payment of $50.00 from Maria Silva: “Typo”'],
  ['quickbooks.export', null, null, 'exported invoices for QuickBooks'],
  ['xero.export', null, null, 'exported invoices for Xero'],
  ['entries.export', null, null, 'exported all account entries'],
  ['hours.export', null, null, 'exported teachers’ hours'],
]
