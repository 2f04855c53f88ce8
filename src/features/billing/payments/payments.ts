import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { centerRows } from '#features/centers/queries.ts'
import { fullName } from '#shared/full-name.ts'
import { fold } from '#shared/fold.ts'
import { t } from '#shared/language.ts'
import { record, recordAll } from '#server/audit.ts'
import type { CenterCall, FamilyCall, HandlerInput } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { pageAddress, queueMails } from '#server/mail.ts'
import { withId } from '#server/records.ts'
import type { Settings } from '#server/settings.ts'
import { Text } from '#shared/fields.ts'
import { phoneInWords } from '#shared/entries.ts'
import type { Day } from '#shared/days.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { longest } from '#shared/text.ts'
import { receiptMail } from '../invoice-words.ts'
import { lockAccounts, openAccounts, parentHere } from '../queries.ts'
import { defaultSettings } from '../rates/default-settings.ts'
import { settingsRow } from '../rates/queries.ts'
import { reverse } from '../run-queries.ts'
import type { BankLine, Payment, payments } from './api.ts'
import { payerOf, type ReadLine, readBankFile } from './bank-file.ts'
import { daysApart, likelyDuplicates } from './likely-duplicates.ts'
import {
  enterPayments,
  knownReferences,
  type NewPayment,
  numberedInvoices,
  paymentsNear,
  type PaymentRow,
  paymentRows,
  payingParents,
  putPayments,
  releaseReference,
  returnsOf,
} from './queries.ts'

const shown = ({ firstName: _, email: __, ...row }: PaymentRow): Payment => withId(row)

/** Returns the data about a payment for the audit log. */
const paymentFacts = ({ payerId, method, on, amount }: PaymentRow, currency: string) => ({
  parentId: payerId,
  method,
  on,
  amount,
  currency,
})

/** Emails receipts to the families who have an email address. */
async function mailReceipts(
  db: Db,
  center: CenterId,
  { rows, currency, settings }: { rows: readonly PaymentRow[]; currency: string; settings: Settings },
) {
  const { phone, email } = one(await centerRows(db, [center]), notFound)
  const messages = rows.flatMap(({ firstName, payerId, email: to, amount, on, balance }) => {
    if (to === null) return []
    const link = pageAddress(settings, '/parent/invoices')
    const at = { center, phoneInWords: phoneInWords(phone), email }
    const values = { ...at, firstName, amount, currency, on, balance, link }
    return [{ personId: payerId, to, purpose: 'receipt' as const, words: () => receiptMail(values) }]
  })
  await queueMails(db, settings, messages)
}

/**
 * Stores payments, enters them in the ledger and emails receipts. Skips payments whose references are already
 * known.
 */
export async function recordPayments(
  { db, actor, center }: FamilyCall,
  news: readonly NewPayment[],
  settings: Settings,
): Promise<PaymentRow[]> {
  const payers = [...new Set(news.map(({ payerId }) => payerId))]
  await openAccounts(db, center, payers)
  await lockAccounts(db, center, payers)
  const ids = (await putPayments(db, center, { payments: news, by: actor?.id ?? null })).map(({ id }) => id)
  await enterPayments(db, center, { ids, by: actor?.id ?? null })
  const rows = await paymentRows(db, center, ids)
  const { currency } = (await settingsRow(db, center))[0] ?? defaultSettings
  await mailReceipts(db, center, { rows, currency, settings })
  recordAll(
    db,
    actor,
    rows.map((row) => ({
      action: 'payments.add',
      entity: row.id,
      center,
      after: paymentFacts(row, currency),
    })),
  )
  publish(db, { channel: `center:${center}`, topic: 'billing' })
  return rows
}

const known = () => conflict('payment_known', t('A payment with this reference has already been recorded.'))

async function refuseLater(db: Db, center: CenterId, on: string) {
  const { timeZone } = one(await centerRows(db, [center]), notFound)
  if (on > today(timeZone)) throw refused('later', t('Choose today or an earlier day.'), '/on')
}

/**
 * Records a payment that the office entered. Throws 409 if the family already has one with this reference.
 */
export async function addPayment(
  call: CenterCall,
  { reference, ...input }: HandlerInput<(typeof payments)['add']>,
  settings: Settings,
) {
  const { db, center } = call
  one(await parentHere(db, center, input.payerId), notFound)
  await refuseLater(db, center, input.on)
  const [added] = await recordPayments(
    call,
    [{ ...input, id: newId(), reference: reference || null }],
    settings,
  )
  if (!added) throw known()
  return shown(added)
}

/**
 * Undoes a payment. It stays in the ledger, with an entry that reverses it. Throws 409 if it was already
 * undone, or if part of it was refunded or taken back by the bank.
 */
export async function undoPayment(
  { db, actor, center }: FamilyCall,
  { id, reason }: HandlerInput<(typeof payments)['undo']>,
) {
  const { payerId } = one(await paymentRows(db, center, [id]), notFound)
  await lockAccounts(db, center, [payerId])
  if ((await returnsOf(db, center, id)).length > 0)
    throw conflict(
      'returned',
      t(
        'Part of this payment has already been refunded or taken back by the bank. Enter a charge or a credit instead.',
      ),
    )
  const { timeZone } = one(await centerRows(db, [center]), notFound)
  await reverse(db, center, {
    paymentId: id,
    on: today(timeZone),
    note: reason,
    by: actor?.id ?? null,
  }).catch(
    refuseOnConstraint(
      'reversed_once',
      conflict('already_undone', t('This payment has already been undone.')),
    ),
  )
  await releaseReference(db, center, id)
  const after = one(await paymentRows(db, center, [id]), notFound)
  const { currency } = (await settingsRow(db, center))[0] ?? defaultSettings
  record(db, actor, {
    action: 'payments.undo',
    entity: id,
    center,
    after: { ...paymentFacts(after, currency), reason },
  })
  publish(db, { channel: `center:${center}`, topic: 'billing' })
  return shown(after)
}

/**
 * Returns a reference for a line of a bank file. The same line in another file gets the same reference. The
 * SQL function `is_from_bank_file` recognizes such references.
 */
const referenceOf = ({ on, amount, text, nth }: ReadLine) =>
  `bank ${createHash('sha256')
    .update(JSON.stringify([on, amount, text.trim(), nth]))
    .digest('hex')}`

const ShortText = Text(longest.note)
/** Returns text from a file as it is stored: escaped, with single spaces, and cut to `most` characters. */
const stored = (text: string, most: number) => ShortText.parse(text.replaceAll(/\s+/g, ' ').slice(0, most))

type Choices = HandlerInput<(typeof payments)['bank']>['choices']

/**
 * Returns the lines of a file, each with its payer and its state. Throws 404 if a chosen payer is unknown.
 */
async function bankLines(
  db: Db,
  center: CenterId,
  { lines, choices }: { lines: readonly ReadLine[]; choices: Choices },
) {
  const now = today(one(await centerRows(db, [center]), notFound).timeZone)
  const [parents, invoices, before] = await Promise.all([
    payingParents(db, center),
    numberedInvoices(db, center),
    knownReferences(db, center, lines.map(referenceOf)),
  ])
  const families = parents.map(({ id, firstName, lastName }) => ({
    payerId: id,
    payer: fullName({ firstName, lastName }),
    words: lastName === '' ? [] : [fold(fullName({ firstName, lastName })), fold(`${lastName} ${firstName}`)],
  }))
  const references = new Set(before.map(({ reference }) => reference))
  const names = new Map(families.map(({ payerId, payer }) => [payerId, payer]))
  const found = lines.map((read): BankLine => {
    const chosen = choices.find(({ line }) => line === read.line)
    const match = chosen
      ? { payerId: chosen.payerId, number: null }
      : payerOf(read.text, { families, invoices })
    const payer = match && names.get(match.payerId)
    if (chosen && !payer) throw notFound()
    const base = {
      line: read.line,
      on: read.on,
      amount: read.amount,
      text: stored(read.text, 200),
      recordedOn: null,
    }
    const who = { payerId: match?.payerId ?? null, payer: payer ?? null, number: match?.number ?? null }
    return {
      ...base,
      ...who,
      state: stateOf(read, {
        isKnown: references.has(referenceOf(read)),
        isMatched: Boolean(payer),
        today: now,
      }),
    }
  })
  return await withLikelyDuplicates(db, center, {
    lines: found,
    chosen: new Set(choices.map(({ line }) => line)),
    references,
  })
}

type BankLinesFound = { lines: BankLine[]; chosen: ReadonlySet<number>; references: ReadonlySet<string> }

/**
 * Marks lines as `alike` that were probably recorded already under another reference: by hand, or from a
 * file with other columns. Each recorded payment accounts for at most one line of the same family and amount.
 */
async function withLikelyDuplicates(db: Db, center: CenterId, { lines, chosen, references }: BankLinesFound) {
  const open = lines
    .flatMap(({ line, state, payerId, on, amount }) =>
      state === 'ready' && !chosen.has(line) && payerId !== null && on !== null
        ? [{ line, payerId, on, amount }]
        : [],
    )
    .toSorted((left, right) => left.on.localeCompare(right.on) || left.line - right.line)
  const [first, last] = [open[0], open.at(-1)]
  if (!first || !last) return lines
  const before = await paymentsNear(db, center, {
    payers: [...new Set(open.map(({ payerId }) => payerId))],
    from: first.on,
    until: last.on,
    days: daysApart.byHand,
  })
  const keyOf = ({ payerId, amount }: { payerId: string; amount: number | null }) => `${payerId} ${amount}`
  const others = before.filter(({ reference }) => reference === null || !references.has(reference))
  const recorded = Map.groupBy(others, keyOf)
  const recordedOn = new Map<number, Day>()
  for (const [key, group] of Map.groupBy(open, keyOf)) {
    const found = likelyDuplicates(
      group.map(({ on }) => on),
      (recorded.get(key) ?? []).map(({ on, isFromFile }) => ({
        on,
        from: isFromFile ? 'fromFile' : 'byHand',
      })),
    )
    for (const [at, day] of found.entries()) if (day !== null) recordedOn.set(group[at]?.line ?? 0, day)
  }
  return lines.map((line): BankLine => {
    const day = recordedOn.get(line.line)
    return day === undefined ? line : { ...line, state: 'alike', recordedOn: day }
  })
}

type LineFacts = { isKnown: boolean; isMatched: boolean; today: string }

function stateOf({ on, amount }: ReadLine, { isKnown, isMatched, today: now }: LineFacts) {
  if (on === null || amount === null || on > now) return 'wrong'
  if (amount <= 0) return 'out'
  if (isKnown) return 'known'
  return isMatched ? 'ready' : 'nobody'
}

/**
 * Reads a bank file and records the payments in it, unless it is a dry run. Throws 422 for an unreadable
 * file.
 */
export async function importBankFile(
  call: CenterCall,
  { csv, columns, dateOrder, choices, dryRun }: HandlerInput<(typeof payments)['bank']>,
  settings: Settings,
) {
  const { db, center } = call
  const { lines: read, problem } = readBankFile(csv, { columns, dateOrder })
  if (problem !== null) throw refused('unreadable', problem, '/csv')
  const lines = await bankLines(db, center, { lines: read, choices })
  const ready = lines.filter(({ state }) => state === 'ready')
  const { currency } = (await settingsRow(db, center))[0] ?? defaultSettings
  const total = ready.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  if (dryRun || ready.length === 0) return { currency, lines, recorded: 0, total }
  const readAt = new Map(read.map((line) => [line.line, line]))
  const news = ready.map(({ line, on, amount, payerId }): NewPayment => ({
    id: newId(),
    payerId: payerId ?? '',
    method: 'bank',
    on: on ?? '',
    amount: amount ?? 0,
    reference: referenceOf(readAt.get(line) as ReadLine),
    note: stored(readAt.get(line)?.text ?? '', longest.name),
  }))
  const recorded = await recordPayments(call, news, settings)
  return {
    currency,
    lines,
    recorded: recorded.length,
    total: recorded.reduce((sum, { amount }) => sum + amount, 0),
  }
}
