import { lockAccounts } from '../queries.ts'
import { type OnlinePayment, paymentWith } from './queries.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'

/** Returns the id of a payment intent, which Stripe sends as an id or an object, or undefined for null. */
export const intentOf = (intent: string | { id: string } | null) =>
  typeof intent === 'object' ? intent?.id : intent

/** Returns the part of a payment that was neither refunded nor taken back by the payer's bank. */
export const leftOf = ({ amount, refunded, disputed }: OnlinePayment) => amount - refunded - disputed

/**
 * Locks the account of an online payment and returns the payment, or null if there is none. Reads the
 * payment again under the lock, because two events may arrive together.
 */
export async function lockPayment(db: Db, { center, reference }: Parameters<typeof paymentWith>[1]) {
  const [found] = await paymentWith(db, { center, reference })
  if (!found) return null
  await lockAccounts(db, found.centerId, [found.payerId])
  return one(await paymentWith(db, { center: found.centerId, reference }), notFound)
}
