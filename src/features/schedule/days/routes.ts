import type { Handlers } from '#server/call.ts'
import type { days } from './api.ts'
import { loadsOfDays, changeDay, clearDay } from './days.ts'

export const daysRoutes: Handlers<typeof days> = {
  list: (call) => loadsOfDays(call, call.input),

  change: (call) => changeDay(call, call.input),

  async clear(call) {
    await clearDay(call, call.input)
    return null
  },
}
