import type { Stripe } from 'stripe'
import { v7 as newId } from 'uuid'
import { centerRows } from '#features/centers/queries.ts'
import { languageOf } from '#features/history/queries.ts'
import { inLanguage, type Language, t } from '#shared/language.ts'
import type { ActionCall, FamilyCall, HandlerInput } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { type Database, type Db, one } from '#server/db.ts'
import { pageAddress } from '#server/mail.ts'
import type { Settings } from '#server/settings.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { enterRefund, invoice, olderOpen } from '../accounts.ts'
import { monthName } from '../months.ts'
import { refundedOnline } from '../line-words.ts'
import { recordPayments, undoPayment } from '../payments/payments.ts'
import { namesOf, ownInvoice } from '../queries.ts'
import type { checkout, CheckoutState } from './api.ts'
import { reinstate, withdraw } from './disputes.ts'
import { intentOf, leftOf, lockPayment } from './paid.ts'
import { invoiceOfPayer, keepPage, pageOf } from './queries.ts'
import type { PaymentMetadata, StripeApi } from './stripe.ts'

/** Shortest lifetime that Stripe allows for a payment page, in seconds. */
const halfHour = 30 * 60

type CheckoutContext = { api: StripeApi; settings: Settings }
type OpenInvoice = Awaited<ReturnType<typeof invoice>>

/**
 * Creates a Stripe page for paying the open amount of an invoice. `before` is the id of the page that this
 * one replaces, if any.
 */
async function newPage(
  { api, settings }: CheckoutContext,
  {
    ours,
    owed,
    email,
    language,
    before,
  }: {
    ours: PaymentMetadata
    owed: OpenInvoice
    email: string | null
    language: Language
    before: string | null
  },
) {
  const { open, number, month, currency } = owed
  const page = pageAddress(settings, `/parent/invoices?invoice=${ours.invoice}`)
  const slot = Math.floor(Date.now() / 1000 / halfHour)
  const { item, description } = inLanguage(language, () => ({
    item: t('Invoice {number}, {month}', { number, month: monthName(month) }),
    description: `${ours.center}, ${t('Invoice {number}', { number })}`,
  }))
  return await api.createSession(
    {
      mode: 'payment',
      client_reference_id: ours.invoice,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: open,
            product_data: { name: item, description: ours.center },
          },
        },
      ],
      ...(email && { customer_email: email }),
      metadata: ours,
      payment_intent_data: { metadata: ours, description },
      success_url: `${page}&checkout={CHECKOUT_SESSION_ID}`,
      cancel_url: page,
      expires_at: (slot + 2) * halfHour + 60,
    },
    `checkout ${ours.invoice} ${open} ${email ?? ''} ${language} ${slot} ${before ?? ''}`,
  )
}

/**
 * Returns an invoice's latest Stripe page if it can still be used, or null if a new one is needed. Closes a
 * page for a different amount. Throws 409 `paying` while a bank processes a payment, or if the page was paid
 * before it could be closed.
 */
async function openPage(api: StripeApi, session: Stripe.Checkout.Session, open: number) {
  if (stateOf(session) === 'processing')
    throw conflict(
      'paying',
      t('A payment for this invoice is already on its way. It can take the bank a few days.'),
    )
  if (session.status !== 'open') return null
  if (session.amount_total === open) return session
  if (await api.expire(session.id)) return null
  throw conflict('paying', t('This invoice has just been paid. It will appear here in a moment.'))
}

/**
 * Returns the URL of a Stripe page on which a parent can pay the open amount of an invoice. An invoice has
 * only one open page at a time, so that it isn't paid on two pages.
 */
export async function beginCheckout(
  { db, actor }: ActionCall<Database>,
  { id }: HandlerInput<(typeof checkout)['begin']>,
  means: CheckoutContext,
) {
  const { centerId: center } = one(await ownInvoice(db.read, actor.id, id), notFound)
  const [[payer], [kept], language] = await Promise.all([
    namesOf(db.read, [actor.id]),
    pageOf(db.read, { center, invoice: id }),
    languageOf(db.read, actor),
  ])
  const before = kept?.page ?? null
  const latest = before === null ? null : await means.api.session(before)
  // Stripe's event may be late. If the payment weren't recorded here, the invoice could be paid again.
  if (latest && stateOf(latest) === 'paid')
    await db.write((writing) => recordPaid(writing, latest, { settings: means.settings, actor }))
  const owed = await invoice(db.read, center, id)
  if (owed.open === 0) throw conflict('nothing_to_pay', t('There is nothing left to pay on this invoice.'))
  const first = await olderOpen(db.read, center, owed)
  if (first) {
    const { number, month } = first
    throw conflict(
      'older_open',
      t('Invoice {number} for {month} is still open. Please pay it first.', {
        number,
        month: monthName(month),
      }),
    )
  }
  const known = latest && (await openPage(means.api, latest, owed.open))
  if (known) return { url: known.url ?? pageAddress(means.settings, '/parent/invoices') }
  const ours: PaymentMetadata = { center, payer: actor.id, invoice: id }
  const made = await newPage(means, { ours, owed, email: payer?.email ?? null, language, before })
  const isKept = await db.write((write) => keepPage(write, { center, invoice: id, page: made.id, before }))
  if (isKept.length === 0) {
    await means.api.expire(made.id)
    throw conflict('paying', t('Somebody else is paying this invoice right now. Try again in a moment.'))
  }
  return { url: made.url ?? pageAddress(means.settings, '/parent/invoices') }
}

type Session = Pick<
  Stripe.Checkout.Session,
  'status' | 'payment_status' | 'payment_intent' | 'amount_total' | 'currency' | 'metadata'
>

function stateOf({ status, payment_status: payment }: Session): CheckoutState {
  if (payment === 'paid') return 'paid'
  return status === 'complete' ? 'processing' : 'open'
}

/**
 * Returns the center, payer and invoice of a payment, or null if the payment isn't ours: the Stripe account
 * may also be used for other things.
 */
function paidFor(metadata: Stripe.Metadata | null): PaymentMetadata | null {
  const { center, payer, invoice: id } = metadata ?? {}
  return center && payer && id ? { center, payer, invoice: id } : null
}

type Recording = { settings: Settings; actor: FamilyCall['actor'] }

/**
 * Records a payment, unless it isn't ours or hasn't arrived yet. Repeats have no effect, because a payment
 * with the same reference is recorded only once. Throws 409 if it isn't in the invoice's currency.
 */
async function recordPaid(db: Db, session: Session, { settings, actor }: Recording) {
  const ours = paidFor(session.metadata)
  const reference = intentOf(session.payment_intent)
  if (!ours || !reference || stateOf(session) !== 'paid') return
  const { centerId: center, payerId, currency } = one(await invoiceOfPayer(db, ours), notFound)
  if (session.currency?.toUpperCase() !== currency)
    throw conflict('other_currency', 'The payment isn’t in the invoice’s currency.')
  const { timeZone } = one(await centerRows(db, [center]), notFound)
  const payment = {
    id: newId(),
    payerId,
    method: 'online' as const,
    on: today(timeZone),
    amount: session.amount_total ?? 0,
    reference,
    note: '',
  }
  await recordPayments({ db, actor, center }, [payment], settings)
}

/**
 * Records the payment of a parent who returns from Stripe, in case Stripe's event is late, and returns the
 * payment's state.
 */
export async function finishCheckout(
  { db, actor }: ActionCall<Database>,
  { id, session: sessionId }: HandlerInput<(typeof checkout)['finish']>,
  { api, settings }: CheckoutContext,
) {
  one(await ownInvoice(db.read, actor.id, id), notFound)
  const session = await api.session(sessionId)
  const ours = paidFor(session.metadata)
  if (ours?.invoice !== id || ours.payer !== actor.id) throw notFound()
  await db.write((writing) => recordPaid(writing, session, { settings, actor }))
  return { state: stateOf(session) }
}

/**
 * Enters a refund from Stripe. A payment refunded at once and in full is undone; otherwise, each part is a
 * separate refund. Stripe sends the sum of all refunds, so a repeated or late event has no effect.
 */
async function recordRefunds(
  db: Db,
  { metadata, payment_intent: intent, refunded, amount_refunded: refundedSum }: Stripe.Charge,
) {
  const ours = paidFor(metadata)
  const reference = intentOf(intent)
  if (!ours || !reference) return
  const payment = await lockPayment(db, { center: ours.center, reference })
  if (!payment) throw notFound()
  const { id, centerId: center, payerId, isUndone, refunded: before, disputed } = payment
  const amount = Math.min(refundedSum - before, leftOf(payment))
  if (isUndone || amount <= 0) return
  const call = { db, actor: null, center }
  if (refunded && before + disputed === 0) await undoPayment(call, { id, reason: refundedOnline })
  else await enterRefund(call, { payerId, amount, note: refundedOnline, refunds: id })
}

export async function takeEvent(
  db: Db,
  { bytes, signature }: { bytes: Uint8Array | undefined; signature: string | undefined },
  { api, settings }: CheckoutContext,
) {
  const event = await api.event(bytes ?? new Uint8Array(), signature ?? '')
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return await recordPaid(db, event.data.object, { settings, actor: null })
    case 'charge.refunded':
      return await recordRefunds(db, event.data.object)
    case 'charge.dispute.funds_withdrawn':
      return await withdraw(db, event.data.object, settings)
    case 'charge.dispute.funds_reinstated':
      return await reinstate(db, event.data.object)
    default:
  }
}
