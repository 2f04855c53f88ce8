import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { PaymentMethod } from '../payments/api.ts'

/**
 * A receipt for printing. `balance` is what the family owed right after the payment; negative is a credit.
 * `isUndone` is true if the payment was undone.
 */
const Receipt = record('Receipt', {
  _id: Id,
  center: CenterName,
  address: z.string(),
  phoneInWords: z.string(),
  email: z.string(),
  payerId: Id,
  payer: z.string(),
  currency: z.string(),
  amount: z.int(),
  on: Day,
  method: PaymentMethod,
  reference: z.string(),
  balance: z.int(),
  isUndone: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

/** Receipts for payments at a center. */
export const receipts = {
  one: get('/centers/:centerId/payments/:id', {
    who: 'billing.read',
    input: z.object({ centerId: CenterName, id: Id }),
    output: Receipt,
  }),
}

/** Receipts for payments of the signed-in parent. 404 for other families' receipts. */
export const ownReceipts = {
  one: get('/parent/payments/:id', { who: 'invoices.own', input: z.object({ id: Id }), output: Receipt }),
}
