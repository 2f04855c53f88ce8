import type { ClassEntry, Scheduled, ScheduledDetails } from '../api.ts'
import { guestOf } from '../classes/class-checks.ts'
import type { Expected, ExpectedEntry } from '../day.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { one } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { detailsOn } from './queries.ts'
import { amountOf } from './scheduled-amount.ts'
import { upcomingOf } from './upcoming.ts'

const noDetails: ScheduledDetails = {
  parentName: '',
  parentPhone: '',
  breaks: [],
  tests: [],
  notes: [],
  futureScheds: [],
  scheduledAmount: { regular: 0, makeup: 0, break: 0 },
}

/** Returns the classes of a day for a device: without students' details or information about other days. */
export const withoutDetails = (classes: readonly ExpectedEntry[]): ClassEntry[] =>
  classes.map((entry) => ({
    ...entry,
    schedCount: entry.seats,
    future: [],
    students: entry.students.map((student) => ({ ...student, ...noDetails })),
  }))

const daysAhead = 28

/** Reads the details that `withDetails` adds to the classes of a day. */
export const detailsOf = async (db: Db, center: CenterId, on: Day) => ({
  on,
  ...one(await detailsOn(db, center, { on, until: addDays(on, daysAhead) }), notFound),
})

/** Groups rows by student, without the student's id. */
const byStudent = <Row extends { studentId: string }>(rows: readonly Row[]) => {
  const groups = new Map<string, Omit<Row, 'studentId'>[]>()
  for (const { studentId, ...row } of rows) {
    const group = groups.get(studentId)
    if (group) group.push(row)
    else groups.set(studentId, [row])
  }
  return groups
}

/** Adds all students' details, and the guests on or after that day, to the classes of a day. */
export function withDetails(
  classes: readonly ExpectedEntry[],
  { on, guests, breaks, parents, programs, tests, notes, ...facts }: Awaited<ReturnType<typeof detailsOf>>,
): ClassEntry[] {
  const upcoming = upcomingOf(facts, { from: addDays(on, 1), count: daysAhead })
  const guestsOf = Map.groupBy(guests, ({ classId }) => classId)
  const breaksOf = Map.groupBy(breaks, ({ studentId, classId }) => `${studentId} ${classId}`)
  const [parentsOf, programsOf] = [byStudent(parents), byStudent(programs)]
  const [testsOf, notesOf] = [byStudent(tests), byStudent(notes)]
  const detailed = (student: Expected, classId: string): Scheduled => {
    const coming = upcoming.get(student._id) ?? []
    const family = parentsOf.get(student._id) ?? []
    return {
      ...student,
      parentName: family[0]?.name ?? '',
      parentPhone: family.find(({ contact, phone }) => contact && phone !== '')?.phone ?? '',
      programs: programsOf.get(student._id) ?? [],
      tests: testsOf.get(student._id) ?? [],
      notes: notesOf.get(student._id) ?? [],
      breaks: breaksOf.get(`${student._id} ${classId}`) ?? [],
      futureScheds: coming,
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
