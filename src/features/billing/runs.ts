import { v7 as newId } from 'uuid'
import { centerRows } from '#features/centers/queries.ts'
import { t } from '#shared/language.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { pageAddress, queueMails } from '#server/mail.ts'
import type { Settings } from '#server/settings.ts'
import { addDays } from '#shared/calendar.ts'
import { phoneInWords } from '#shared/entries.ts'
import { conflict, notFound } from '#shared/problem.ts'
import type { billing, Difference, PreviewedInvoice } from './api.ts'
import { chargesFor, creditFor, invoiceFor, type Line } from './charges.ts'
import { invoiceMail } from './invoice-words.ts'
import { daysOf, firstDay, monthsLater } from './months.ts'
import {
  chargedDays,
  meetingDays,
  invoiceRows,
  lineRows,
  lockAccounts,
  namesOf,
  openAccounts,
  payerRows,
} from './queries.ts'
import {
  billedFor,
  draftRows,
  dropDrafts,
  enterInvoices,
  putDrafts,
  putLines,
  sendDrafts,
  setNextInvoice,
  takeNumbers,
} from './run-queries.ts'
import { lockSettings, rateRows, settingsRow } from './rates/queries.ts'
import { defaultSettings } from './rates/default-settings.ts'

/**
 * Monthly runs. Locks are taken in this order: settings of the center, accounts by payer, students. Creating
 * or sending drafts locks the settings, so if somebody sends them twice, the second call waits and then finds
 * no drafts.
 */

type ChargedPayer = { payerId: string; lines: Line[]; total: number }

/**
 * Returns the invoices for a month according to the rules, by payer. A child on a sent invoice stays with the
 * payer of that invoice, so that another parent isn't billed for the same month. `billed` is the set of
 * children on sent invoices.
 */
async function monthsCharges(db: Db, center: CenterId, month: string) {
  const days = daysOf(month)
  const [classDays, heldRows, rates, payers, billed, settings] = await Promise.all([
    chargedDays(db, center, days),
    meetingDays(db, center, days),
    rateRows(db, center, days),
    payerRows(db, center),
    billedFor(db, center, firstDay(month)),
    settingsRow(db, center),
  ])
  const terms = settings[0] ?? defaultSettings
  const heldCounts = new Map(heldRows.map((row) => [row.classId, row.held]))
  const { lines, unrated } = chargesFor(classDays, { rates, heldCounts })
  const payerOf = new Map([...payers, ...billed].map(({ studentId, payerId }) => [studentId, payerId]))
  const unpaid = new Set(lines.map(({ studentId }) => studentId).filter((id) => !payerOf.has(id)))
  const families = Map.groupBy(lines, ({ studentId }) => payerOf.get(studentId) ?? '')
  const charged = [...families]
    .filter(([payerId]) => payerId !== '')
    .map(([payerId, own]): ChargedPayer => ({ payerId, ...invoiceFor(own, terms) }))
    .filter(({ total }) => total > 0)
    .toSorted((one_, other) => (one_.payerId < other.payerId ? -1 : 1))
  const children = new Set(billed.map(({ studentId }) => studentId))
  return { charged, billed: children, unrated, unpaid: [...unpaid], currency: terms.currency }
}

/**
 * Returns the part of an invoice for children who aren't on a sent invoice (rule 10), or null if there is
 * nothing to bill for them.
 */
function unsentPart({ payerId, lines: all }: ChargedPayer, billed: ReadonlySet<string>): ChargedPayer | null {
  const lines = all.filter(({ studentId }) => !billed.has(studentId))
  const total = lines.reduce((sum, { amount, tax }) => sum + amount + tax, 0)
  return total > 0 ? { payerId, lines, total } : null
}

/** Returns the charges of a month for children who aren't on a sent invoice, by payer. */
async function unsentCharges(db: Db, center: CenterId, month: string) {
  const { charged, billed, currency } = await monthsCharges(db, center, month)
  return { unsent: charged.flatMap((each) => unsentPart(each, billed) ?? []), currency }
}

type Money = { total: number; currency: string }

function differenceOf(draft: Money | undefined, now: Money | null): Difference {
  if (!now) return 'removed'
  if (!draft) return 'new'
  return draft.total === now.total && draft.currency === now.currency ? 'same' : 'changed'
}

/** Returns what a run of the month would bill each family, and how that differs from the stored invoices. */
export async function previewRun(
  { db, center }: CenterCall,
  { month }: HandlerInput<(typeof billing)['preview']>,
) {
  const { charged, billed, unrated, unpaid, currency } = await monthsCharges(db, center, month)
  const before = await invoiceRows(db, center, { month: firstDay(month) })
  const ids = [...charged, ...before].map(({ payerId }) => payerId)
  const children = charged.flatMap(({ lines }) => lines.map(({ studentId }) => studentId))
  const [people, kids] = [await namesOf(db, ids), await namesOf(db, [...children, ...unpaid])]
  const kid = new Map(kids.map(({ id, name }) => [id, name]))
  const families = people.map(({ id: payerId, name }): PreviewedInvoice => {
    const all = charged.find((each) => each.payerId === payerId) ?? null
    const unsent = all && unsentPart(all, billed)
    const draft = before.find((each) => each.payerId === payerId && each.state === 'draft')
    const sent = before.find((each) => each.payerId === payerId && each.state === 'sent')
    const isSent = sent !== undefined && !unsent && !draft
    const now = isSent ? all : unsent
    const lines = (now?.lines ?? []).map((line) => ({ ...line, child: kid.get(line.studentId) ?? '' }))
    return {
      payerId,
      payer: name,
      lines,
      total: now?.total ?? 0,
      before: (isSent ? sent : draft)?.total ?? null,
      difference: isSent ? 'sent' : differenceOf(draft, now && { total: now.total, currency }),
    }
  })
  const without = unpaid.map((studentId) => ({ studentId, name: kid.get(studentId) ?? '' }))
  return { currency, families, unrated, unpaid: without }
}

const publishBilling = (db: Db, center: CenterId) =>
  publish(db, { channel: `center:${center}`, topic: 'billing' })

/** Creates the drafts of a month, replacing those of an earlier run. */
export async function runMonth(
  { db, actor, center }: CenterCall,
  { month }: HandlerInput<(typeof billing)['run']>,
) {
  await lockSettings(db, center)
  const first = firstDay(month)
  const { unsent, currency } = await unsentCharges(db, center, month)
  const dropped = await dropDrafts(db, center, first)
  const drafts = unsent.map((invoice) => ({ ...invoice, id: newId(), currency }))
  if (drafts.length === 0 && dropped.length === 0)
    throw conflict(
      'nothing_to_bill',
      t('There is nothing to bill for this month. Check the rates and the classes.'),
    )
  await openAccounts(
    db,
    center,
    drafts.map(({ payerId }) => payerId),
  )
  await putDrafts(db, center, first, drafts)
  await putLines(db, center, drafts)
  const after = { count: drafts.length, total: drafts.reduce((sum, { total }) => sum + total, 0) }
  record(db, actor, { action: 'billing.run', entity: center, center, after: { month, ...after, currency } })
  publishBilling(db, center)
  return after
}

/** Deletes the drafts of a month. Throws 404 if there are none. */
export async function undoRun(
  { db, actor, center }: CenterCall,
  { month }: HandlerInput<(typeof billing)['undoRun']>,
) {
  await lockSettings(db, center)
  const dropped = await dropDrafts(db, center, firstDay(month))
  if (dropped.length === 0) throw notFound()
  record(db, actor, {
    action: 'billing.undoRun',
    entity: center,
    center,
    before: { month, count: dropped.length },
  })
  publishBilling(db, center)
}

type MailedInvoices = {
  db: Db
  center: CenterId
  settings: Settings
  month: string
  ids: readonly string[]
  howToPay: string
}

/** Emails invoices to the families who have an email address. Returns the number of emails. */
async function mailInvoices({ db, center, settings, month, ids, howToPay }: MailedInvoices) {
  const at = one(await centerRows(db, [center]), notFound)
  const [invoices, lines] = [
    await invoiceRows(db, center, { month: firstDay(month) }),
    await lineRows(db, center, ids),
  ]
  const linesOf = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  const sent = invoices.filter(({ id }) => ids.includes(id))
  const people = new Map(
    (
      await namesOf(
        db,
        sent.map(({ payerId }) => payerId),
      )
    ).map((row) => [row.id, row]),
  )
  const messages = sent.flatMap(({ id, payerId, number, dueOn, ...invoice }) => {
    const to = people.get(payerId)
    if (!to?.email || number === null || dueOn === null) return []
    const values = {
      ...invoice,
      number,
      dueOn,
      howToPay,
      firstName: to.firstName,
      center,
      phoneInWords: phoneInWords(at.phone),
      email: at.email,
      lines: linesOf.get(id) ?? [],
      link: pageAddress(settings, `/parent/invoices?invoice=${id}`),
      paysOnline: settings.stripe !== null,
    }
    return [
      { personId: payerId, to: to.email, purpose: 'invoice' as const, words: () => invoiceMail(values) },
    ]
  })
  await queueMails(db, settings, messages)
  return messages.length
}

type Draft = Awaited<ReturnType<typeof draftRows>>[number]

/**
 * Throws 409 `drafts_changed` if the drafts aren't those that the caller saw, or if a run of the month would
 * now make different ones, for example because a rate, a payer or the currency has changed.
 */
async function refuseStale(
  db: Db,
  center: CenterId,
  seen: { month: string; total: number; drafts: readonly Draft[] },
) {
  const { month, total, drafts } = seen
  const { unsent, currency } = await unsentCharges(db, center, month)
  const wanted = new Map(unsent.map((each) => [each.payerId, each.total]))
  const isSame = drafts.every(
    (draft) => draft.currency === currency && wanted.get(draft.payerId) === draft.total,
  )
  if (!isSame || wanted.size !== drafts.length)
    throw conflict(
      'drafts_changed',
      t(
        'Classes, rates or payers have changed since the drafts were created. Create the drafts again, then send them.',
      ),
    )
  if (drafts.reduce((all, draft) => all + draft.total, 0) !== total)
    throw conflict(
      'drafts_changed',
      t('The drafts have changed in the meantime. Review them before you send them.'),
    )
}

/** Sends all drafts of a month in one transaction, so that each is numbered and emailed once. */
export async function sendMonth(
  { db, actor, center }: CenterCall,
  { month, total }: HandlerInput<(typeof billing)['send']>,
  settings: Settings,
) {
  const terms = one(await lockSettings(db, center), notFound)
  const drafts = await draftRows(db, center, firstDay(month))
  if (drafts.length === 0) throw conflict('no_drafts', t('There are no drafts to send for this month.'))
  await refuseStale(db, center, { month, total, drafts })
  const accounts = await lockAccounts(
    db,
    center,
    drafts.map(({ payerId }) => payerId),
  )
  const balances = new Map(accounts.map(({ payerId, balance }) => [payerId, balance]))
  const { timeZone } = one(await centerRows(db, [center]), notFound)
  const [on, ids] = [today(timeZone), drafts.map(({ id }) => id)]
  await takeNumbers(db, center, drafts.length)
  const sent = drafts.map(({ id, payerId, total: due }, at) => ({
    id,
    number: terms.nextNumber + at,
    creditUsed: creditFor(due, balances.get(payerId) ?? 0),
  }))
  await sendDrafts(db, center, { drafts: sent, on, dueOn: addDays(on, terms.dueDays) })
  await enterInvoices(db, center, { ids, on, by: actor.id })
  await setNextInvoice(db, center, { ids, on: firstDay(monthsLater(month, 1)) })
  const mailed = await mailInvoices({ db, center, settings, month, ids, howToPay: terms.howToPay })
  const after = { month, count: drafts.length, total, currency: terms.currency }
  record(db, actor, { action: 'billing.send', entity: center, center, after })
  publishBilling(db, center)
  return { count: drafts.length, mailed }
}
