import { z } from 'zod'
import { del, get, Nothing, None, post, put } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { RequiredText } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { longest } from '#shared/text.ts'
import { maxCents } from './amounts.ts'

/** A month, `YYYY-MM`. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')

/** An amount above 0 in the currency's smallest unit. */
export const Cents = z.int().min(1).max(maxCents, 'must be at most 100,000.00')

export const InvoiceState = z.enum(['draft', 'sent', 'void'])
export type InvoiceState = z.infer<typeof InvoiceState>

const Line = z.object({ studentId: Id, child: z.string(), text: z.string(), amount: z.int(), tax: z.int() })

/**
 * An invoice in a list. `open` is the amount left to pay. Payments cover the oldest invoices first. `number`,
 * `sentOn` and `dueOn` are null for a draft.
 */
const InvoiceRow = record('InvoiceRow', {
  _id: Id,
  number: z.int().nullable(),
  month: Month,
  state: InvoiceState,
  total: z.int(),
  open: z.int(),
  sentOn: Day.nullable(),
  dueOn: Day.nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** An invoice with its lines and letterhead. */
const Invoice = record('Invoice', {
  ...InvoiceRow.shape,
  center: z.string(),
  address: z.string(),
  phoneInWords: z.string(),
  email: z.string(),
  payerId: Id,
  payer: z.string(),
  currency: z.string(),
  lines: z.array(Line),
  creditUsed: z.int(),
  howToPay: z.string(),
  voidReason: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

/**
 * An invoice of the signed-in parent. `paysOnline` is true if it can be paid on a Stripe page. `payFirst` is
 * the older invoice that has to be paid before this one can be paid online, because payments cover the oldest
 * first. It is null if there is none.
 */
const OwnInvoice = record('OwnInvoice', {
  ...Invoice.shape,
  paysOnline: z.boolean(),
  payFirst: z.object({ _id: Id, number: z.int(), month: Month }).nullable(),
})
export type OwnInvoice = z.infer<typeof OwnInvoice>

/**
 * A family with its balance and its newest invoice for the month, if any. A balance below 0 is a credit.
 */
const Family = record('BilledFamily', {
  payerId: Id,
  payer: z.string(),
  children: z.array(z.string()),
  hasEmail: z.boolean(),
  balance: z.int(),
  invoice: InvoiceRow.nullable(),
})
export type Family = z.infer<typeof Family>

/**
 * Difference between a billing run and the stored draft: the run would add (`new`), change, keep (`same`) or
 * remove it. `sent` means that the invoice was sent, so the run doesn't change it.
 */
export const Difference = z.enum(['new', 'changed', 'same', 'removed', 'sent'])
export type Difference = z.infer<typeof Difference>

const PreviewedInvoice = record('PreviewedInvoice', {
  payerId: Id,
  payer: z.string(),
  lines: z.array(Line),
  total: z.int(),
  before: z.int().nullable(),
  difference: Difference,
})
export type PreviewedInvoice = z.infer<typeof PreviewedInvoice>

/** Entries whose amount the office enters: a one-time charge, a credit, or a refund. */
export const AdjustmentKind = z.enum(['charge', 'credit', 'refund'])
export type AdjustmentKind = z.infer<typeof AdjustmentKind>

const EntryKind = z.enum(['invoice', 'payment', 'reversal', ...AdjustmentKind.options])
export type EntryKind = z.infer<typeof EntryKind>

/** A line of a family's account. `balance` is the balance after it. */
const Entry = record('LedgerEntry', {
  _id: z.string(),
  kind: EntryKind,
  /** Kind of the reversed entry, if this entry is a reversal; otherwise null. */
  reverses: EntryKind.nullable(),
  on: Day,
  amount: z.int(),
  balance: z.int(),
  note: z.string(),
  number: z.int().nullable(),
  invoiceId: Id.nullable(),
  /**
   * Id of the payment that this entry records or refunds. A reversal has the id from the entry that it
   * reverses.
   */
  paymentId: Id.nullable(),
  method: z.string().nullable(),
  /** True for a refund that was entered for a dispute, and for the reversal of such a refund. */
  isDisputed: z.boolean(),
  /** True if a later entry reversed this one. */
  isReversed: z.boolean(),
  by: z.string(),
  at: Instant,
})
export type Entry = z.infer<typeof Entry>

const account = {
  currency: z.string(),
  balance: z.int(),
  invoices: z.array(InvoiceRow),
  entries: z.array(Entry),
}

const Account = record('FamilyAccount', {
  ...account,
  payerId: Id,
  payer: z.string(),
  hasEmail: z.boolean(),
  /** Children for whom this parent pays, or could pay. */
  children: z.array(z.object({ studentId: Id, name: z.string(), pays: z.boolean() })),
})
export type Account = z.infer<typeof Account>

const OwnAccount = record('OwnAccount', { center: z.string(), ...account })
export type OwnAccount = z.infer<typeof OwnAccount>

const center = z.object({ centerId: CenterName })
const ofMonth = center.extend({ month: Month })
const ofFamily = center.extend({ payerId: Id })
const reason = RequiredText(longest.name)
/** Number of a ledger entry. */
const EntryId = z.string().regex(/^[1-9]\d{0,17}$/, 'must be the number of an entry')

/**
 * Invoices of a center and accounts of its families. See `rates/` for rates and settings, `payments/` for
 * payments.
 */
export const billing = {
  /** Families that have an invoice or a child with a regular place in the month, or whose balance isn't 0. */
  families: get('/centers/:centerId/billing', {
    who: 'billing.read',
    input: ofMonth,
    output: z.object({
      currency: z.string(),
      families: z.array(Family),
      drafts: z.object({ count: z.int(), total: z.int() }),
    }),
  }),
  /**
   * Preview of a month's billing run. `unrated` names the classes that aren't billed because they have no
   * rate, and `unpaid` lists the children who aren't billed because they have no parent.
   */
  preview: get('/centers/:centerId/billing/preview', {
    who: 'billing.manage',
    input: ofMonth,
    output: z.object({
      currency: z.string(),
      families: z.array(PreviewedInvoice),
      unrated: z.array(z.string()),
      unpaid: z.array(z.object({ studentId: Id, name: z.string() })),
    }),
  }),
  /**
   * Creates the month's drafts, replacing earlier ones. Sent invoices don't change. 409 `nothing_to_bill`.
   */
  run: post('/centers/:centerId/billing/runs', {
    who: 'billing.manage',
    input: ofMonth,
    output: z.object({ count: z.int(), total: z.int() }),
  }),
  /** Deletes the month's drafts. 404 if there are none. */
  undoRun: del('/centers/:centerId/billing/runs/:month', {
    who: 'billing.manage',
    input: ofMonth,
    output: Nothing,
  }),
  /**
   * Sends the month's drafts: numbers them, enters them in the ledger and emails them. `total` is the sum
   * that the caller saw. 409 `no_drafts`, `drafts_changed`.
   */
  send: post('/centers/:centerId/billing/runs/:month/send', {
    who: 'billing.manage',
    input: ofMonth.extend({ total: z.int() }),
    output: z.object({ count: z.int(), mailed: z.int() }),
  }),
  invoice: get('/centers/:centerId/invoices/:id', {
    who: 'billing.read',
    input: center.extend({ id: Id }),
    output: Invoice,
  }),
  /** Voids a sent invoice and reverses its ledger entry. 409 `not_sent` for a draft or a void invoice. */
  void: post('/centers/:centerId/invoices/:id/void', {
    who: 'billing.manage',
    input: center.extend({ id: Id, reason }),
    output: Invoice,
  }),
  account: get('/centers/:centerId/billing/families/:payerId', {
    who: 'billing.read',
    input: ofFamily,
    output: Account,
  }),
  /**
   * Enters a one-time charge, a credit, or a refund of money that was paid. 422 `later` for a day in the
   * future.
   */
  adjust: post('/centers/:centerId/billing/families/:payerId/entries', {
    who: 'billing.manage',
    once: true,
    input: ofFamily.extend({ kind: AdjustmentKind, amount: Cents, on: Day, note: reason }),
    output: Account,
  }),
  /** Reverses a charge, credit or refund with a separate entry. 409 `already_undone`. */
  undoAdjustment: post('/centers/:centerId/billing/entries/:id/undo', {
    who: 'billing.manage',
    input: center.extend({ id: EntryId, reason }),
    output: Account,
  }),
  /** Chooses which of a child's parents pays. 409 `not_a_parent`. */
  choosePayer: put('/centers/:centerId/students/:studentId/payer', {
    who: 'billing.manage',
    input: center.extend({ studentId: Id, payerId: Id }),
    output: Nothing,
  }),
}

/** Invoices and payments of the signed-in parent, without drafts. 404 for other families' invoices. */
export const ownInvoices = {
  accounts: get('/parent/invoices', { who: 'invoices.own', input: None, output: z.array(OwnAccount) }),
  one: get('/parent/invoices/:id', { who: 'invoices.own', input: z.object({ id: Id }), output: OwnInvoice }),
}
