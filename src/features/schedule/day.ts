import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import type { ClassEntry, Scheduled, ScheduledDetails } from './api.ts'
import { type ClassDay, dayFacts, type Member } from './days/queries.ts'
import { badge, takesSeat } from './rules.ts'
import { endTime } from '#shared/calendar.ts'
import { type DayRow, dayRows, type DayFilter, teacherOf } from './queries.ts'

/**
 * A student in a class on a day (even if on a break or on the waitlist), without the details that devices
 * don't get.
 */
export type Expected = Omit<Scheduled, keyof ScheduledDetails>
export type ExpectedEntry = Omit<ClassEntry, 'students' | 'future' | 'schedCount'> & { students: Expected[] }

function studentOf(row: DayRow, { center, on }: { center: string; on: Day }): Expected {
  const {
    studentNum,
    firstName,
    lastName,
    grade,
    status,
    startDate,
    endDate,
    firstClass,
    onBreak,
    noticed,
    told,
    mark,
    arrivedAt,
    attendanceId,
    placeType: type,
  } = row
  return {
    _id: row.studentId as string,
    studentNum,
    firstName,
    lastName,
    grade,
    status,
    centerId: center,
    type,
    startDate,
    endDate,
    firstClass,
    onBreak,
    noticed,
    told,
    badge: badge({ type, status, startDate, endDate, firstClass }, on),
    programs: row.program
      ? [{ name: row.program, level: row.level, chapter: row.chapter, test: row.test }]
      : [],
    mark,
    arrivedAt,
    attendanceId,
  }
}

/** Default facts of a class on a day, which apply if nothing is stored for that day. */
const unsaid = { substitute: null, assistants: [], note: '', canceled: null, version: 0 }

/** Groups the day's rows into classes in one pass, keeping their order. */
function classesOf(rows: readonly DayRow[], where: { center: string; on: Day }) {
  const classes: ExpectedEntry[] = []
  for (const row of rows) {
    let entry = classes.at(-1)
    if (entry?.id !== row.classId) {
      const { classId: id, name, subject, type, day, time, minutes, maxSize } = row
      entry = {
        id,
        name,
        subject,
        type,
        day,
        time,
        endTime: endTime(time, minutes),
        maxSize,
        seats: 0,
        stuCount: 0,
        notes: row.notes,
        teacher: teacherOf(row),
        ...unsaid,
        students: [],
      }
      classes.push(entry)
    }
    if (row.studentId === null) continue
    entry.students.push(studentOf(row, where))
    if (row.placeType === 'regular') entry.stuCount += 1
    if (takesSeat({ type: row.placeType, onBreak: row.onBreak, noticed: row.noticed })) entry.seats += 1
  }
  return classes
}

const personOf = ({ id, firstName, lastName, type, notes }: Member) => ({
  id,
  firstName,
  lastName,
  type,
  notes,
})

/** Adds the stored facts of a day to the day's classes. */
function withFacts(
  classes: readonly ExpectedEntry[],
  days: readonly ClassDay[],
  assistants: readonly (Member & { classId: string | null })[],
) {
  const factsByClass = new Map(days.map(({ classId, ...facts }) => [classId, facts]))
  const helping = Map.groupBy(assistants, ({ classId }) => classId)
  return classes.map((entry): ExpectedEntry => {
    const facts = factsByClass.get(entry.id)
    const seats = facts?.canceled ? 0 : entry.seats
    return { ...entry, ...facts, seats, assistants: (helping.get(entry.id) ?? []).map(personOf) }
  })
}

/**
 * Returns a center's day: time zone, closure, whether it is open for changes, assistants without a class, and
 * the classes scheduled that day (or one of them) with their students (or some of them), badges and marks,
 * and that day's changes. Canceled classes are included.
 */
export async function dayOf(
  db: Db,
  center: CenterId,
  { on, classId = null, studentIds = null }: Pick<DayFilter, 'on'> & Partial<DayFilter>,
) {
  const [rows, facts] = await Promise.all([
    dayRows(db, center, { on, classId, studentIds }),
    dayFacts(db, center, { on, classId }),
  ])
  const { timeZone, closed, opened, days, assistants } = one(facts, notFound)
  return {
    timeZone,
    closed,
    opened,
    ta: assistants.filter((each) => each.classId === null).map(personOf),
    classes: withFacts(classesOf(rows, { center, on }), days, assistants),
  }
}
