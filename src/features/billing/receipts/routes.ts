import type { Handlers } from '#server/call.ts'
import type { ownReceipts, receipts } from './api.ts'
import { ownReceipt, receipt } from './receipts.ts'

export const receiptRoutes: Handlers<typeof receipts> = {
  one: ({ db, center, input }) => receipt(db, center, input.id),
}

export const ownReceiptRoutes: Handlers<typeof ownReceipts> = {
  one: (call) => ownReceipt(call, call.input),
}
