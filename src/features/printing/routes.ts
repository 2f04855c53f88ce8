import type { Handlers } from '#server/call.ts'
import type { printing } from './api.ts'
import { current, putPrintOrder } from './print-orders.ts'

export const printingRoutes: Handlers<typeof printing> = {
  async order({ db }) {
    return await current(db)
  },

  putOrder: (call) => putPrintOrder(call, call.input),
}
