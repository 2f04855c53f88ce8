import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import {
  account,
  adjust,
  families,
  invoice,
  ownAccounts,
  ownOne,
  setPayer,
  undoAdjustment,
  voidSent,
} from './accounts.ts'
import type { billing, ownInvoices } from './api.ts'
import { previewRun, runMonth, sendMonth, undoRun } from './runs.ts'

export const billingRoutes = (settings: Settings): Handlers<typeof billing> => ({
  families: (call) => families(call, call.input),

  preview: (call) => previewRun(call, call.input),

  run: async (call) => created(await runMonth(call, call.input)),

  async undoRun(call) {
    await undoRun(call, call.input)
    return null
  },

  send: (call) => sendMonth(call, call.input, settings),

  invoice: ({ db, center, input }) => invoice(db, center, input.id),

  void: (call) => voidSent(call, call.input, settings),

  account: (call) => account(call, call.input),

  adjust: async (call) => created(await adjust(call, call.input)),

  undoAdjustment: async (call) => created(await undoAdjustment(call, call.input)),

  async choosePayer(call) {
    await setPayer(call, call.input)
    return null
  },
})

export const ownInvoicesRoutes = (settings: Settings): Handlers<typeof ownInvoices> => ({
  accounts: (call) => ownAccounts(call),

  one: (call) => ownOne(call, call.input, settings),
})
