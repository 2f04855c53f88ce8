import { created, type Handlers } from '#server/call.ts'
import type { settings } from './api.ts'
import { closureRows } from './queries.ts'
import { changeSettings, closeDays, reopenDay } from './settings.ts'

export const settingsRoutes: Handlers<typeof settings> = {
  change: (call) => changeSettings(call, call.input),

  async closures({ db, center }) {
    return await closureRows(db, center)
  },

  close: async (call) => created(await closeDays(call, call.input)),

  async reopen(call) {
    await reopenDay(call, call.input)
    return null
  },
}
