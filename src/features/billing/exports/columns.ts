import type { Columns } from '#shared/csv.ts'
import type { Day } from '#shared/days.ts'
import type { EntryKind } from '../api.ts'

/**
 * Columns of the CSV files for bookkeeping. The files for QuickBooks and Xero have one row per invoice line.
 */

export type ExportRow = {
  number: number
  payer: string
  email: string
  sentOn: Day
  dueOn: Day
  month: string
  currency: string
  child: string
  text: string
  amount: number
  tax: number
}

const described = ({ child, text, month }: ExportRow) => `${child}: ${text} (${month})`

/**
 * Columns for “Import data > Invoices” in QuickBooks Online. QuickBooks recognizes columns by these names,
 * and requires those with an asterisk (Intuit's help, “Import multiple invoices”).
 */
export const quickbooksColumns: Columns<ExportRow> = [
  ['*InvoiceNo', ({ number }) => number],
  ['*Customer', ({ payer }) => payer],
  ['*InvoiceDate', ({ sentOn }) => sentOn],
  ['*DueDate', ({ dueOn }) => dueOn],
  ['Memo', ({ month }) => month],
  ['Item(Product/Service)', () => 'Tutoring'],
  ['ItemDescription', described],
  ['ItemQuantity', () => 1],
  ['ItemRate', ({ amount }) => amount / 100],
  ['*ItemAmount', ({ amount }) => amount / 100],
  ['ItemTaxCode', ({ tax }) => (tax === 0 ? 'NON' : 'TAX')],
  ['ItemTaxAmount', ({ tax }) => tax / 100],
  ['Currency', ({ currency }) => currency],
]

/**
 * Columns of Xero's template for sales invoices. Rows with the same number are one invoice. 200 is the Sales
 * account in Xero's default chart of accounts.
 */
export const xeroColumns: Columns<ExportRow> = [
  ['*ContactName', ({ payer }) => payer],
  ['EmailAddress', ({ email }) => email],
  ['*InvoiceNumber', ({ number }) => number],
  ['Reference', ({ month }) => month],
  ['*InvoiceDate', ({ sentOn }) => sentOn],
  ['*DueDate', ({ dueOn }) => dueOn],
  ['*Description', described],
  ['*Quantity', () => 1],
  ['*UnitAmount', ({ amount }) => amount / 100],
  ['*AccountCode', () => '200'],
  ['*TaxType', ({ tax }) => (tax === 0 ? 'Tax Exempt' : 'Tax on Sales')],
  ['TaxAmount', ({ tax }) => tax / 100],
  ['Currency', ({ currency }) => currency],
]

export type EntryRow = {
  on: Day
  payer: string
  kind: EntryKind
  reverses: EntryKind | null
  number: number | null
  method: string | null
  amount: number
  note: string
}

const kinds: Record<EntryKind, string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  charge: 'Charge',
  credit: 'Credit',
  refund: 'Refund',
  reversal: 'Reversal',
}

/**
 * Columns of the entries of all families' accounts. Amounts that add to what a family owes are positive;
 * amounts that reduce it, such as payments and credits, are negative.
 */
export const entryColumns: Columns<EntryRow> = [
  ['Date', ({ on }) => on],
  ['Family', ({ payer }) => payer],
  ['Entry', ({ kind, reverses }) => (reverses ? `${kinds[reverses]} undone` : kinds[kind])],
  ['Invoice', ({ number }) => number ?? ''],
  ['Method', ({ method }) => method ?? ''],
  ['Amount', ({ amount }) => amount / 100],
  ['Note', ({ note }) => note],
]

export type HoursRow = {
  teacher: string
  className: string
  subject: string
  on: Day
  time: string
  minutes: number
}

/** Columns of the classes that teachers taught. */
export const hoursColumns: Columns<HoursRow> = [
  ['Teacher', ({ teacher }) => teacher],
  ['Class', ({ className }) => className],
  ['Subject', ({ subject }) => subject],
  ['Date', ({ on }) => on],
  ['Time', ({ time }) => time],
  ['Minutes', ({ minutes }) => minutes],
]
