import { created, type Handlers } from '#server/call.ts'
import type { attendance } from './api.ts'
import { clearMark, correctMark, markOf, roll, takeMarks } from './attendance.ts'

export const attendanceRoutes: Handlers<typeof attendance> = {
  roll: (call) => roll(call, call.input),

  async take(call) {
    const { taken, isNew } = await takeMarks(call, call.input)
    return isNew ? created(taken) : taken
  },

  one: (call) => markOf(call, call.input.id),
  change: (call) => correctMark(call, call.input),

  async clear(call) {
    await clearMark(call, call.input.id)
    return null
  },
}
