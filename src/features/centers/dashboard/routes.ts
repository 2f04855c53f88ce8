import { zoneOf } from '#features/schedule/queries.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { timeAt, today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { dashboard } from './api.ts'
import { centerFigures } from './queries.ts'

const weeksShown = 12

export const dashboardRoutes: Handlers<typeof dashboard> = {
  async read({ db, center }) {
    const { timeZone } = one(await zoneOf(db, center), notFound)
    const on = today(timeZone)
    const firstWeek = addDays(on, -weekday(on) - 7 * (weeksShown - 1))
    const { heat, trend, ...waiting } = one(await centerFigures(db, center, { on, time: timeAt(timeZone), firstWeek }), notFound)
    return { heat, trend, waiting }
  },
}
