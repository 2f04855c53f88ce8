import { created, type Handlers } from '#server/call.ts'
import type { schedules } from './api.ts'
import { openSchedule, scheduleOf } from './schedule.ts'

export const schedulesRoutes: Handlers<typeof schedules> = {
  async open(call) {
    const { schedule, isNew } = await openSchedule(call, call.input.date)
    return isNew ? created(schedule) : schedule
  },

  async day({ input, actor, db, center }) {
    return await scheduleOf(db, actor, center, input.scheduleId)
  },
}
