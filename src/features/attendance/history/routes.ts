import { malformed, notFound, refused } from '#shared/problem.ts'
import { markById } from '#features/attendance/queries.ts'
import { one } from '#server/db.ts'
import { enter } from '#server/gate.ts'
import type { Handlers } from '#server/serve.ts'
import type { Day } from '#shared/days.ts'
import type { attendanceHistory } from './api.ts'
import { classmatesWithin, classOfCenter, correctionsOf, marksWithin, studentOfCenter } from './queries.ts'
import { rangeFault } from './rules.ts'

const withId = <R extends { id: string }>({ id, ...row }: R) => ({ _id: id, ...row })

function checkRange(range: { from: Day; to: Day }) {
  const fault = rangeFault(range)
  if (fault) throw refused('range', fault, '/to')
}

export const attendanceHistoryRoutes: Handlers<typeof attendanceHistory> = {
  async list({ input, actor, db }) {
    const { studentId, classId } = input
    const center = await enter(db, actor, input.centerId)
    if (!studentId && !classId) throw malformed([{ path: '/studentId', message: 'or classId must be given' }])
    checkRange(input)
    const student = studentId ? withId(one(await studentOfCenter(db, center, studentId), notFound)) : null
    const inClass = classId ? one(await classOfCenter(db, center, classId), notFound) : null
    const marks = await marksWithin(db, center, input)
    return { student, class: inClass, marks: marks.map(withId) }
  },

  async classmates({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    checkRange(input)
    one(await classOfCenter(db, center, input.classId), notFound)
    return (await classmatesWithin(db, center, input)).map(withId)
  },

  async corrections({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    const row = one(await markById(db, center, input.id), notFound)
    return [...(await correctionsOf(db, center, row))]
  },
}
