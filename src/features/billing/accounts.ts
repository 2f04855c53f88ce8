import { centerRows } from '#features/centers/queries.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, CenterCall, FamilyCall, HandlerInput } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { pageAddress, queueMail } from '#server/mail.ts'
import { withId } from '#server/records.ts'
import type { Settings } from '#server/settings.ts'
import { phoneInWords } from '#shared/entries.ts'
import { t } from '#shared/language.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import type { Account, AdjustmentKind, billing, Invoice, InvoiceRow, ownInvoices } from './api.ts'
import { voidMail } from './invoice-words.ts'
import { firstDay } from './months.ts'
import {
  accountRows,
  childrenOf,
  choosePayer,
  clearPayer,
  type InvoiceDetails,
  invoiceRows,
  ledgerRows,
  lineRows,
  lockAccounts,
  lockStudent,
  namesOf,
  oldestOpen,
  openAccounts,
  ownInvoice,
  ownInvoiceCenters,
  parentHere,
} from './queries.ts'
import {
  type Adjustment,
  adjustmentRow,
  enterAdjustment,
  lockInvoice,
  reverse,
  voidInvoice,
} from './run-queries.ts'
import { defaultSettings } from './rates/default-settings.ts'
import { lockSettings, settingsRow } from './rates/queries.ts'

export const currencyOf = async (db: Db, center: CenterId) =>
  ((await settingsRow(db, center))[0] ?? defaultSettings).currency

const rowOf = ({ id, number, month, state, total, open, sentOn, dueOn }: InvoiceDetails): InvoiceRow => ({
  _id: id,
  number,
  month,
  state,
  total,
  open,
  sentOn,
  dueOn,
})

/**
 * Returns the families that `accountRows` selects for a month, each with the children it pays for, its
 * balance, and its newest non-void invoice for the month, if any. `drafts` has the number and the sum of the
 * month's drafts.
 */
export async function families(
  { db, center }: CenterCall,
  { month }: HandlerInput<(typeof billing)['families']>,
) {
  const first = firstDay(month)
  const accounts = await accountRows(db, center, first)
  const [invoices, children, currency] = await Promise.all([
    invoiceRows(db, center, { month: first }),
    childrenOf(
      db,
      center,
      accounts.map(({ payerId }) => payerId),
    ),
    currencyOf(db, center),
  ])
  const drafts = invoices.filter(({ state }) => state === 'draft')
  return {
    currency,
    drafts: { count: drafts.length, total: drafts.reduce((sum, { total }) => sum + total, 0) },
    families: accounts.map(({ payerId, payer, email, balance }) => {
      const newest = invoices.find((each) => each.payerId === payerId)
      const names = children.filter((each) => each.payerId === payerId && each.pays).map(({ name }) => name)
      return {
        payerId,
        payer,
        children: names,
        hasEmail: email !== null,
        balance,
        invoice: newest ? rowOf(newest) : null,
      }
    }),
  }
}

/** Returns the letterhead of a center's invoices and receipts. */
export async function letterheadOf(db: Db, center: CenterId) {
  const { address, city, state, zip, phone, email } = one(await centerRows(db, [center]), notFound)
  return {
    center,
    address: [address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', '),
    phoneInWords: phoneInWords(phone),
    email,
  }
}

/** Returns an invoice with its lines and letterhead. Throws 404 if the center has no such invoice. */
export async function invoice(db: Db, center: CenterId, id: string): Promise<Invoice> {
  const row = one(await invoiceRows(db, center, { id }), notFound)
  const [lines, letterhead, payer, settings] = await Promise.all([
    lineRows(db, center, [id]),
    letterheadOf(db, center),
    namesOf(db, [row.payerId]),
    settingsRow(db, center),
  ])
  return {
    ...rowOf(row),
    ...letterhead,
    payerId: row.payerId,
    payer: payer[0]?.name ?? '',
    currency: row.currency,
    lines: lines.map(({ studentId, child, text, amount, tax }) => ({ studentId, child, text, amount, tax })),
    creditUsed: row.creditUsed,
    howToPay: settings[0]?.howToPay ?? '',
    voidReason: row.voidReason,
  }
}

const publishBilling = (db: Db, center: CenterId) =>
  publish(db, { channel: `center:${center}`, topic: 'billing' })

/** Tells the family by email that an invoice was voided, if the payer has an email address. */
async function mailVoid(
  db: Db,
  center: CenterId,
  { settings, of, reason }: { settings: Settings; of: Invoice; reason: string },
) {
  const [payer] = await namesOf(db, [of.payerId])
  const { payerId, number, month, phoneInWords: phone, email } = of
  if (!payer?.email || number === null) return
  const link = pageAddress(settings, '/parent/invoices')
  const at = { center, phoneInWords: phone, email }
  const words = () => voidMail({ ...at, firstName: payer.firstName, number, month, reason, link })
  await queueMail(db, settings, { personId: payerId, to: payer.email, purpose: 'invoice', words })
}

/**
 * Voids a sent invoice, reverses its entry in the ledger, and tells the family by email if possible. Throws
 * 409 for a draft or a void invoice.
 */
export async function voidSent(
  { db, actor, center }: CenterCall,
  { id, reason }: HandlerInput<(typeof billing)['void']>,
  settings: Settings,
) {
  await lockSettings(db, center)
  const { payerId, state, number, total } = one(await lockInvoice(db, center, id), notFound)
  if (state !== 'sent')
    throw conflict(
      'not_sent',
      state === 'void'
        ? t('This invoice is already void.')
        : t('A draft can’t be voided. Delete the drafts instead.'),
    )
  await lockAccounts(db, center, [payerId])
  await voidInvoice(db, center, { id, reason })
  await reverse(db, center, { invoiceId: id, on: await todayAt(db, center), note: reason, by: actor.id })
  const facts = { parentId: payerId, number, total, currency: await currencyOf(db, center), reason }
  record(db, actor, { action: 'billing.void', entity: id, center, after: facts })
  publishBilling(db, center)
  const now = await invoice(db, center, id)
  await mailVoid(db, center, { settings, of: now, reason })
  return now
}

const todayAt = async (db: Db, center: CenterId) =>
  today(one(await centerRows(db, [center]), notFound).timeZone)

async function accountOf(db: Db, center: CenterId, payerId: string) {
  const [invoices, entries, currency] = await Promise.all([
    invoiceRows(db, center, { payers: [payerId] }),
    ledgerRows(db, center, payerId),
    currencyOf(db, center),
  ])
  return { currency, balance: entries[0]?.balance ?? 0, invoices, entries: entries.map(withId) }
}

export async function account(
  { db, center }: CenterCall,
  { payerId }: { payerId: string },
): Promise<Account> {
  const { name, email } = one(await parentHere(db, center, payerId), notFound)
  const { invoices, ...summary } = await accountOf(db, center, payerId)
  const children = await childrenOf(db, center, [payerId])
  return {
    ...summary,
    invoices: invoices.map(rowOf),
    payerId,
    payer: name,
    hasEmail: email !== null,
    children: children.map(({ studentId, name: child, pays }) => ({ studentId, name: child, pays })),
  }
}

/** Enters an adjustment in the ledger of a locked account, and records it in the audit log. */
async function enter({ db, actor, center }: FamilyCall, adjustment: Omit<Adjustment, 'by'>) {
  const { payerId, kind, amount, on, note } = adjustment
  await enterAdjustment(db, center, { ...adjustment, by: actor?.id ?? null })
  const facts = { parentId: payerId, kind, amount, currency: await currencyOf(db, center), on, note }
  record(db, actor, { action: 'billing.adjust', entity: payerId, center, after: facts })
  publishBilling(db, center)
}

/** Enters a one-time charge, a credit or a refund. Throws 422 if the day is in the future. */
export async function adjust(call: CenterCall, input: HandlerInput<(typeof billing)['adjust']>) {
  const { db, center } = call
  const { payerId, kind, amount, on, note } = input
  one(await parentHere(db, center, payerId), notFound)
  if (on > (await todayAt(db, center))) throw refused('later', t('Choose today or an earlier day.'), '/on')
  await openAccounts(db, center, [payerId])
  await lockAccounts(db, center, [payerId])
  await enter(call, { payerId, kind, amount, on, note })
  return await account(call, input)
}

type OnlineRefund = { payerId: string; amount: number; note: string; refunds: string; dispute?: string }

/** Enters a refund of an online payment, or of a part of it. The account must be locked. */
export const enterRefund = async (call: FamilyCall, refund: OnlineRefund) =>
  await enter(call, { ...refund, kind: 'refund', on: await todayAt(call.db, call.center) })

type UndoneEntry = { id: string; payerId: string; kind: AdjustmentKind; amount: number; reason: string }

/**
 * Reverses a charge, a credit or a refund in the ledger of a locked account, and records this in the audit
 * log. Throws 409 if the entry has already been reversed.
 */
export async function undoEntry(
  { db, actor, center }: FamilyCall,
  { id, payerId, kind, amount, reason }: UndoneEntry,
) {
  const by = actor?.id ?? null
  await reverse(db, center, { entryId: id, on: await todayAt(db, center), note: reason, by }).catch(
    refuseOnConstraint('reversed_once', conflict('already_undone', t('This entry has already been undone.'))),
  )
  const facts = { parentId: payerId, kind, amount, currency: await currencyOf(db, center), reason }
  record(db, actor, { action: 'billing.undoAdjustment', entity: payerId, center, after: facts })
  publishBilling(db, center)
}

/** Undoes a charge, a credit or a refund that was entered by hand. */
export async function undoAdjustment(
  call: CenterCall,
  { id, reason }: HandlerInput<(typeof billing)['undoAdjustment']>,
) {
  const { db, center } = call
  const { payerId, kind, amount } = one(await adjustmentRow(db, center, id), notFound)
  await lockAccounts(db, center, [payerId])
  await undoEntry(call, { id, payerId, kind, amount, reason })
  return await account(call, { payerId })
}

/** Chooses which of a child's parents pays. */
export async function setPayer(
  { db, actor, center }: CenterCall,
  { studentId, payerId }: HandlerInput<(typeof billing)['choosePayer']>,
) {
  one(await lockStudent(db, center, studentId), notFound)
  const [before] = await clearPayer(db, center, studentId)
  one(await choosePayer(db, center, { studentId, payerId }), () =>
    conflict('not_a_parent', t('Only a parent of this child can be chosen to pay.')),
  )
  const sides = {
    before: { studentId, parentId: before?.payerId ?? null },
    after: { studentId, parentId: payerId },
  }
  record(db, actor, { action: 'billing.choosePayer', entity: studentId, center, ...sides })
  publishBilling(db, center)
}

/** Returns the signed-in parent's billing accounts, one per center, without draft invoices. */
export async function ownAccounts({ db, actor }: ActionCall) {
  const at = await ownInvoiceCenters(db, actor.id)
  return await Promise.all(
    at.map(async ({ centerId }) => {
      const { invoices, entries, ...summary } = await accountOf(db, centerId, actor.id)
      const sent = invoices.filter(({ state }) => state !== 'draft')
      // Families don't see who in the office made an entry.
      return {
        center: centerId,
        ...summary,
        invoices: sent.map(rowOf),
        entries: entries.map((each) => ({ ...each, by: '' })),
      }
    }),
  )
}

/** Returns an invoice of the signed-in parent. Throws 404 for drafts and for other families' invoices. */
export async function ownOne(
  { db, actor }: ActionCall,
  { id }: HandlerInput<(typeof ownInvoices)['one']>,
  { stripe }: Settings,
) {
  const { centerId } = one(await ownInvoice(db, actor.id, id), notFound)
  const own = await invoice(db, centerId, id)
  const payable = stripe !== null && own.open > 0
  const first = payable ? await olderOpen(db, centerId, own) : null
  return { ...own, paysOnline: payable && first === null, payFirst: first && withId(first) }
}

/**
 * Returns the oldest open invoice of the given invoice's payer, or null if there is none or it is the given
 * one. Payments cover the oldest invoice first, so a payment meant for the given invoice would go to the
 * older one.
 */
export async function olderOpen(
  db: Db,
  center: CenterId,
  { _id, payerId }: Pick<Invoice, '_id' | 'payerId'>,
) {
  const [oldest] = await oldestOpen(db, center, payerId)
  return oldest && oldest.id !== _id ? oldest : null
}
