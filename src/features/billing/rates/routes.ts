import { created, type Handlers } from '#server/call.ts'
import type { rates } from './api.ts'
import { addRate, editRate, editSettings, ratesOf, removeRate } from './rates.ts'

export const ratesRoutes: Handlers<typeof rates> = {
  list: (call) => ratesOf(call),

  add: async (call) => created(await addRate(call, call.input)),

  change: (call) => editRate(call, call.input),

  async remove(call) {
    await removeRate(call, call.input)
    return null
  },

  settings: (call) => editSettings(call, call.input),
}
