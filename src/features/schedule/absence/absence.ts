import { dutiesOf } from '#features/schedule/days/queries.ts'
import { daysBetween } from '#features/schedule/days/clashes.ts'
import { changeDay } from '#features/schedule/days/days.ts'
import { lockClass } from '#features/schedule/places/queries.ts'
import { takesSeat } from '#features/schedule/rules.ts'
import { endTime } from '#shared/calendar.ts'
import { dayInWords } from '#shared/day-text.ts'
import { conflict, notFound } from '#shared/problem.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { scheduleOf } from '../schedule.ts'
import type { absences } from './api.ts'
import { affectedMeetings } from './queries.ts'

/** Classes that a teacher of the center gives in a range of days, with those who could stand in. */
export async function meetingsOf(
  { db, center }: CenterCall,
  { personId, from, to }: HandlerInput<(typeof absences)['meetings']>,
) {
  daysBetween(from, to, '/to')
  const duties = await dutiesOf(db, center, [personId])
  if (!duties.some(({ duty }) => duty === 'teacher')) throw notFound()
  const rows = await affectedMeetings(db, center, { personId, from, to })
  return rows.map(({ minutes, ...row }) => ({ ...row, endTime: endTime(row.time, minutes) }))
}

const changedMeanwhile = (name: string, date: string) =>
  conflict('changed', `Someone else has changed ${name} on ${dayInWords(date)}. Open the absence again.`)

/** Sets the substitutes of classes on several days, day by day in one transaction. */
export async function coverMeetings(
  call: CenterCall,
  { personId, meetings }: HandlerInput<(typeof absences)['cover']>,
) {
  const { db, actor, center } = call
  const duties = await dutiesOf(db, center, [personId])
  if (!duties.some(({ duty }) => duty === 'teacher')) throw notFound()
  const classIds = [...new Set(meetings.map(({ classId }) => classId))]
  // Locks the classes of all days in one call, because they must be locked in order.
  if ((await lockClass(db, center, classIds)).length < classIds.length) throw notFound()
  const byDay = [...Map.groupBy(meetings, ({ date }) => date)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const covered = []
  const students = new Set<string>()
  for (const [date, wanted] of byDay) {
    const before = await scheduleOf(db, actor, center, date)
    for (const { classId, version } of wanted) {
      const entry = before.schedules.find(({ id }) => id === classId)
      if (entry && entry.version !== version) throw changedMeanwhile(entry.name, date)
    }
    const classes = wanted.map(({ classId, substituteId }) => ({ classId, substituteId }))
    const after = await changeDay({ ...call, seen: null }, { scheduleId: date, classes })
    const changed = after.schedules.filter(({ id }) => wanted.some(({ classId }) => classId === id))
    covered.push(...changed.map(({ id, version }) => ({ classId: id, date, version })))
    for (const student of changed.flatMap((entry) => entry.students))
      if (takesSeat(student)) students.add(student._id)
  }
  return { meetings: covered, students: [...students] }
}
