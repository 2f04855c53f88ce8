import { zoneOf } from '#features/centers/queries.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { timeAt, today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import { centerFigures } from './queries.ts'
import type { CenterCall } from '#server/call.ts'

const weeksShown = 12

/** Dashboard of a center, for today in its time zone. */
export async function dashboardOf({ db, center }: CenterCall) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const on = today(timeZone)
  const firstWeek = addDays(on, -weekday(on) - 7 * (weeksShown - 1))
  const { heat, trend, ...waiting } = one(
    await centerFigures(db, center, { on, time: timeAt(timeZone), firstWeek }),
    notFound,
  )
  return { heat, trend, waiting }
}
