import { studentOfCenter } from '#features/students/queries.ts'
import { followsOf, hoursBetween } from '../credits/absence-credit.ts'
import { comingRows, type ComingRow } from './queries.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { endTime } from '#shared/calendar.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { instantOf, timeAt, today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import type { ComingClass, comingClasses } from './api.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

const daysAhead = 14

export const nowAt = (zone: string) => instantOf(zone, today(zone), timeAt(zone))

export const hasBegun = ({ on, time, timeZone }: Pick<ComingRow, 'on' | 'time' | 'timeZone'>) =>
  on < today(timeZone) || (on === today(timeZone) && time <= timeAt(timeZone))

/** Returns the consequence of reporting an absence at a given time. */
export function consequenceOf(row: ComingRow, reportedAt: string) {
  const classAt = instantOf(row.timeZone, row.on, row.time)
  const follows = followsOf({ ...row, classAt, reportedAt, settings: row })
  return { follows, hoursAhead: hoursBetween(reportedAt, classAt), noticeHours: row.noticeHours }
}

const shown = (row: ComingRow, from: Day): ComingClass => {
  const { classId, name, type, on, time, minutes, closed, canceled, onBreak, noticedAt, timeZone } = row
  return {
    classId,
    name,
    type,
    on,
    time,
    closed,
    canceled,
    onBreak,
    isToday: on === from,
    endTime: endTime(time, minutes),
    told: noticedAt !== null,
    begun: hasBegun(row),
    ...consequenceOf(row, noticedAt ?? nowAt(timeZone)),
  }
}

/**
 * Returns a student's classes of the next two weeks that haven't ended. Throws 404 for an unknown student.
 */
export async function comingClassesOf(
  { db, center }: CenterCall,
  { studentId }: HandlerInput<(typeof comingClasses)['ofStudent']>,
) {
  one(await studentOfCenter(db, center, studentId), notFound)
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const from = today(timeZone)
  const rows = await comingRows(db, [{ studentId, centerId: center, from, until: addDays(from, daysAhead) }])
  return rows
    .map((row) => shown(row, from))
    .filter((each) => !each.isToday || each.endTime > timeAt(timeZone))
}
