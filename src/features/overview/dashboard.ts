import { zoneOf } from '#features/centers/queries.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import { withId } from '#server/records.ts'
import { attendanceRate } from './attendance-rate.ts'
import { centerFigures, studentsToWatch } from './queries.ts'
import type { CenterCall } from '#server/call.ts'

const weeksShown = 12

/** Returns the first day, a Sunday, of the twelve weeks that end with the week of `on`. */
export const firstWeekBefore = (on: Day) => addDays(on, -weekday(on) - 7 * (weeksShown - 1))

/** Returns a center's dashboard for today in its time zone. */
export async function dashboardOf({ db, center }: CenterCall) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const on = today(timeZone)
  const firstWeek = firstWeekBefore(on)
  const [figures, watched] = await Promise.all([
    centerFigures(db, center, { on, firstWeek }),
    studentsToWatch(db, center, on),
  ])
  const { heat, trend, notInvited, toGrade, marks, came, marksBefore, cameBefore, ...rest } = one(
    figures,
    notFound,
  )
  return {
    figures: {
      ...rest,
      attendance: attendanceRate({ marks, came }),
      attendanceBefore: attendanceRate({ marks: marksBefore, came: cameBefore }),
    },
    heat,
    trend,
    watched: watched.map(withId),
    watchedCount: watched[0]?.count ?? 0,
    notInvited,
    toGrade,
  }
}
