import type { ActionCall, HandlerInput } from '#server/call.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { notFound } from '#shared/problem.ts'
import { currencyOf, letterheadOf } from '../accounts.ts'
import { paymentRows } from '../payments/queries.ts'
import { ledgerRows, ownPayment } from '../queries.ts'
import type { ownReceipts, Receipt } from './api.ts'

/** Returns the receipt for a payment. Throws 404 if the center has no payment with this id. */
export async function receipt(db: Db, center: CenterId, id: string): Promise<Receipt> {
  const { payerId, payer, amount, on, method, reference } = one(await paymentRows(db, center, [id]), notFound)
  const [entries, letterhead, currency] = await Promise.all([
    ledgerRows(db, center, payerId),
    letterheadOf(db, center),
    currencyOf(db, center),
  ])
  const entered = entries.filter(({ kind, paymentId }) => kind === 'payment' && paymentId === id)
  const { balance, isReversed: isUndone } = one(entered, notFound)
  return {
    _id: id,
    ...letterhead,
    payerId,
    payer,
    currency,
    amount,
    on,
    method,
    reference,
    balance,
    isUndone,
  }
}

/** Returns a receipt of the signed-in parent. */
export async function ownReceipt({ db, actor }: ActionCall, { id }: HandlerInput<typeof ownReceipts.one>) {
  const { centerId } = one(await ownPayment(db, actor.id, id), notFound)
  return await receipt(db, centerId, id)
}
