import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { payments } from './api.ts'
import { addPayment, importBankFile, undoPayment } from './payments.ts'

export const paymentsRoutes = (settings: Settings): Handlers<typeof payments> => ({
  add: async (call) => created(await addPayment(call, call.input, settings)),

  undo: (call) => undoPayment(call, call.input),

  async bank(call) {
    const read = await importBankFile(call, call.input, settings)
    return read.recorded > 0 ? created(read) : read
  },
})
