import type { Stripe } from 'stripe'
import { Temporal } from 'temporal-polyfill'
import { centerRows } from '#features/centers/queries.ts'
import { dayAt } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import { queueMails } from '#server/mail.ts'
import type { Settings } from '#server/settings.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { currencyOf, enterRefund, undoEntry } from '../accounts.ts'
import { disputeMail } from '../invoice-words.ts'
import { namesOf } from '../queries.ts'
import { intentOf, leftOf, lockPayment } from './paid.ts'
import { disputeEntry, officeOf, type OnlinePayment } from './queries.ts'

/**
 * Disputes (chargebacks): a family asks its bank to take a payment back. Stripe withdraws the amount when the
 * dispute begins, and returns it if the center wins.
 */

type Dispute = Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'payment_intent' | 'evidence_details'>

/** Locks the account of a disputed payment and returns the payment, or null if it isn't ours. */
async function disputed(db: Db, { payment_intent: intent }: Dispute) {
  const reference = intentOf(intent)
  return reference ? await lockPayment(db, { center: null, reference }) : null
}

/** Emails the admins and the center's managers, who can answer the dispute in Stripe. */
async function mailOffice(
  db: Db,
  settings: Settings,
  {
    payment: { centerId: center, payerId, on },
    dueBy,
    ...fields
  }: { payment: OnlinePayment; amount: number; currency: string; dueBy: number | null },
) {
  const { timeZone } = one(await centerRows(db, [center]), notFound)
  const answerBy =
    dueBy === null ? null : dayAt(timeZone, Temporal.Instant.fromEpochMilliseconds(dueBy * 1000))
  const [payer] = await namesOf(db, [payerId])
  const all = { ...fields, center, family: payer?.name ?? '', on, answerBy }
  const messages = (await officeOf(db, center)).map(({ id, firstName, email }) => ({
    personId: id,
    to: email,
    purpose: 'notice' as const,
    words: () => disputeMail({ ...all, firstName }),
  }))
  await queueMails(db, settings, messages)
}

/**
 * Enters the amount that Stripe withdrew for a dispute, so that the family owes it again, and notifies the
 * office. Never takes back more than was paid. Repeats have no effect.
 */
export async function withdraw(db: Db, dispute: Dispute, settings: Settings) {
  const payment = await disputed(db, dispute)
  if (!payment) return
  const { id, centerId: center, payerId, isUndone } = payment
  const currency = await currencyOf(db, center)
  const [known] = await disputeEntry(db, { center, dispute: dispute.id })
  // A dispute in another currency is treated as being about the whole payment.
  const claimed = dispute.currency.toUpperCase() === currency ? dispute.amount : payment.amount
  const amount = Math.min(claimed, leftOf(payment))
  if (known || isUndone || amount <= 0) return
  const entry = { payerId, amount, note: '', refunds: id, dispute: dispute.id }
  await enterRefund({ db, actor: null, center }, entry)
  await mailOffice(db, settings, {
    payment,
    amount,
    currency,
    dueBy: dispute.evidence_details.due_by,
  })
}

/**
 * Reverses the entry of a dispute that the center won. Throws 409 `not_withdrawn` if this event arrives
 * before the one about the withdrawal, so that Stripe sends it again.
 */
export async function reinstate(db: Db, dispute: Dispute) {
  const payment = await disputed(db, dispute)
  if (!payment || payment.isUndone) return
  const { centerId: center } = payment
  const [entry] = await disputeEntry(db, { center, dispute: dispute.id })
  if (entry?.isReversed) return
  if (entry) return await undoEntry({ db, actor: null, center }, { ...entry, kind: 'refund', reason: '' })
  if (leftOf(payment) > 0) throw conflict('not_withdrawn', 'The withdrawal of this dispute isn’t known yet.')
}
