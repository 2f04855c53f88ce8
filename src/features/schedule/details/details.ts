import type { ClassEntry, Scheduled, ScheduledDetails } from '#features/schedule/api.ts'
import { guestOf } from '#features/schedule/classes/class-checks.ts'
import { reasonNotExpected } from '#features/schedule/coming/not-expected.ts'
import type { Expected, ExpectedEntry } from '#features/schedule/day.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { one } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import type { Day } from '#shared/days.ts'
import { detailsOn } from './queries.ts'
import { amountOf } from './scheduled-amount.ts'

const noDetails: ScheduledDetails = {
  parentName: '',
  parentPhone: '',
  breaks: [],
  tests: [],
  notes: [],
  futureScheds: [],
  scheduledAmount: { regular: 0, makeup: 0, break: 0 },
}

/** Classes of a day as a device gets them: without details of students, and without other days. */
export const withoutDetails = (classes: readonly ExpectedEntry[]): ClassEntry[] =>
  classes.map((entry) => ({
    ...entry,
    schedCount: entry.seats,
    future: [],
    students: entry.students.map((student) => ({ ...student, ...noDetails })),
  }))

/** Adds the details of everyone expected and the upcoming guests to the classes of a day. */
export async function withDetails(
  db: Db,
  center: CenterId,
  { on, classes }: { on: Day; classes: readonly ExpectedEntry[] },
): Promise<ClassEntry[]> {
  if (classes.length === 0) return []
  const studentIds = [...new Set(classes.flatMap(({ students }) => students.map(({ _id }) => _id)))]
  const rows = await detailsOn(db, center, { on, classIds: classes.map(({ id }) => id), studentIds })
  const { guests, later, breaks, students } = one(rows, notFound)
  const guestsOf = Map.groupBy(guests, ({ classId }) => classId)
  const laterOf = Map.groupBy(later, ({ studentId }) => studentId)
  const breaksOf = Map.groupBy(breaks, ({ studentId, classId }) => `${studentId} ${classId}`)
  const known = new Map(students.map(({ studentId, ...details }) => [studentId, details]))
  const detailed = (student: Expected, classId: string): Scheduled => {
    const coming = (laterOf.get(student._id) ?? []).map((each) => ({ ...each, off: reasonNotExpected(each) }))
    return {
      ...student,
      ...noDetails,
      ...known.get(student._id),
      breaks: (breaksOf.get(`${student._id} ${classId}`) ?? []).map(({ _id, startDate, endDate }) => {
        return { _id, startDate, endDate }
      }),
      futureScheds: coming.map(({ type, on: date, time, classId: id, name, off }) => {
        return { type, date, time, classId: id, class: name, off }
      }),
      scheduledAmount: amountOf(coming),
    }
  }
  return classes.map((entry) => ({
    ...entry,
    schedCount: entry.seats,
    future: (guestsOf.get(entry.id) ?? []).map(guestOf),
    students: entry.students.map((student) => detailed(student, entry.id)),
  }))
}
