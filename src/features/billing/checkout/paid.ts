import type { OnlinePayment } from './queries.ts'

/** Returns the id of Stripe's payment intent. */
export const intentOf = (intent: string | { id: string } | null) =>
  typeof intent === 'object' ? intent?.id : intent

/** Returns the part of a payment that was neither refunded nor taken back by its bank. */
export const leftOf = ({
  amount,
  refunded,
  disputed,
}: Pick<OnlinePayment, 'amount' | 'refunded' | 'disputed'>) => amount - refunded - disputed
