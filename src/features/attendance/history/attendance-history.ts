import { withId } from '#server/records.ts'
import { momentsAt } from '#shared/day-text.ts'
import { malformed, notFound, refused } from '#shared/problem.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { markById } from '../queries.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { attendanceHistory } from './api.ts'
import {
  type HistoryQuery,
  classmatesWithin,
  classOfCenter,
  correctionsOf,
  markCount,
  marksWithin,
} from './queries.ts'
import { studentOfCenter } from '#features/students/queries.ts'
import { markColumns, rangeFault, spansOf } from './history-weeks.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

function checkRange(range: { from: Day; to: Day }) {
  const fault = rangeFault(range)
  if (fault) throw refused('range', fault, '/to')
}

/** Returns the student and the class named in the input. Throws 404 if either doesn't exist. */
async function historyQuery(
  db: Db,
  center: CenterId,
  { studentId, classId }: Pick<HistoryQuery, 'studentId' | 'classId'>,
) {
  const student = studentId ? withId(one(await studentOfCenter(db, center, studentId), notFound)) : null
  return { student, class: classId ? one(await classOfCenter(db, center, classId), notFound) : null }
}

/** Yields marks week by week, because a year of a whole center's marks is too much to hold in memory. */
async function* weekly(db: Db, center: CenterId, query: HistoryQuery) {
  for (const span of spansOf(query)) yield await marksWithin(db, center, { ...query, ...span })
}

/** Returns the marks of a student or a class within a range of days. Throws 400 if neither is given. */
export async function historyMarks(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof attendanceHistory)['list']>,
) {
  const { studentId, classId } = input
  if (!studentId && !classId) throw malformed([{ path: '/studentId', message: 'or classId is required' }])
  checkRange(input)
  const which = await historyQuery(db, center, input)
  const marks = await marksWithin(db, center, input)
  return { ...which, marks: marks.map(withId) }
}

/** Returns the marks for a file, read week by week. */
export async function markList(
  db: Db,
  center: CenterId,
  input: HandlerInput<(typeof attendanceHistory)['file']>,
) {
  checkRange(input)
  await historyQuery(db, center, input)
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const whole = one(await markCount(db, center, input), notFound)
  return {
    name: 'attendance' as const,
    columns: markColumns(momentsAt(timeZone)),
    ...whole,
    pages: weekly(db, center, input),
  }
}

export async function classmates(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof attendanceHistory)['classmates']>,
) {
  checkRange(input)
  one(await classOfCenter(db, center, input.classId), notFound)
  return (await classmatesWithin(db, center, input)).map(withId)
}

/** Returns the changes to one mark, latest first. */
export async function corrections(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof attendanceHistory)['corrections']>,
) {
  const row = one(await markById(db, center, input.id), notFound)
  return [...(await correctionsOf(db, center, row))]
}
