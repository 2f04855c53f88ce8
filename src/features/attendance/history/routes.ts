import { malformed, notFound, refused } from '#shared/problem.ts'
import { markById } from '#features/attendance/queries.ts'
import { zoneOf } from '#features/schedule/queries.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { listFile } from '#server/list-file.ts'
import type { Handlers } from '#server/call.ts'
import { momentsAt } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { attendanceHistory } from './api.ts'
import { type Asked, classmatesWithin, classOfCenter, correctionsOf, markCount, marksWithin, studentOfCenter } from './queries.ts'
import { markColumns, rangeFault, spansOf } from './rules.ts'

const withId = <R extends { id: string }>({ id, ...row }: R) => ({ _id: id, ...row })

function checkRange(range: { from: Day; to: Day }) {
  const fault = rangeFault(range)
  if (fault) throw refused('range', fault, '/to')
}

/** The student and the class that are asked for, or 404. */
async function askedFor(db: Db, center: CenterId, { studentId, classId }: Pick<Asked, 'studentId' | 'classId'>) {
  const student = studentId ? withId(one(await studentOfCenter(db, center, studentId), notFound)) : null
  return { student, class: classId ? one(await classOfCenter(db, center, classId), notFound) : null }
}

/** Marks week by week: a year of a centre's is more than is held at once. */
async function* weekly(db: Db, center: CenterId, asked: Asked) {
  for (const span of spansOf(asked)) yield await marksWithin(db, center, { ...asked, ...span })
}

export const attendanceHistoryRoutes: Handlers<typeof attendanceHistory> = {
  async list({ input, db, center }) {
    const { studentId, classId } = input
    if (!studentId && !classId) throw malformed([{ path: '/studentId', message: 'or classId must be given' }])
    checkRange(input)
    const which = await askedFor(db, center, input)
    const marks = await marksWithin(db, center, input)
    return { ...which, marks: marks.map(withId) }
  },

  async file(call) {
    const { input, db, center } = call
    checkRange(input)
    await askedFor(db.read, center, input)
    const { timeZone } = one(await zoneOf(db.read, center), notFound)
    const whole = one(await markCount(db.read, center, input), notFound)
    const columns = markColumns(momentsAt(timeZone))
    return await listFile(call, { name: 'attendance', columns, ...whole, pages: weekly(db.read, center, input) })
  },

  async classmates({ input, db, center }) {
    checkRange(input)
    one(await classOfCenter(db, center, input.classId), notFound)
    return (await classmatesWithin(db, center, input)).map(withId)
  },

  async corrections({ input, db, center }) {
    const row = one(await markById(db, center, input.id), notFound)
    return [...(await correctionsOf(db, center, row))]
  },
}
