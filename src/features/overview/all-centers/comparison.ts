import { rangeFault } from '#features/attendance/history/history-weeks.ts'
import type { ActionCall } from '#server/call.ts'
import { timeAt, today } from '#server/clock.ts'
import { reachable } from '#server/gate.ts'
import { withId } from '#server/records.ts'
import type { Day } from '#shared/days.ts'
import { refused } from '#shared/problem.ts'
import { firstWeekBefore } from '../dashboard.ts'
import { activeCenters, figuresAt, missingAt } from './queries.ts'

/**
 * Returns figures of the caller's centers for a range of days, sorted by name. Throws 422 for an invalid
 * range.
 */
export async function compareCenters({ db, actor }: ActionCall, { from, to }: { from: Day; to: Day }) {
  const fault = rangeFault({ from, to })
  if (fault) throw refused('range', fault, '/to')
  const centers = await activeCenters(db, await reachable(db, actor))
  const days = centers.map(({ id, timeZone }) => {
    const on = today(timeZone)
    const last = to < on ? to : on
    return { id, today: on, now: timeAt(timeZone), last, firstWeek: firstWeekBefore(last) }
  })
  const [lines, missing] = await Promise.all([figuresAt(db, days, from), missingAt(db, days, from)])
  const missingOf = new Map(missing.map(({ id, ...counts }) => [id, counts]))
  return lines.map((line) => ({
    ...withId(line),
    ...(missingOf.get(line.id) ?? { missingMarks: 0, missingClasses: 0 }),
  }))
}
