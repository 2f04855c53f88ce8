import { comingRows } from '../coming/queries.ts'
import { dayOf } from '../day.ts'
import { reasonNotExpected } from '../coming/not-expected.ts'
import { parentsOf, studentRow } from '#features/students/queries.ts'
import { notesOf, testsOf } from '#features/students/records/queries.ts'
import { addDays } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { details } from './api.ts'
import { breaksFrom } from './queries.ts'
import { amountOf } from './scheduled-amount.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

const daysAhead = 28

/** Number of latest tests and notes. The student's page has all of them. */
const latest = 5

/** Details of a student for the scheduler's sheet. */
export async function studentDetails(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof details)['ofStudent']>,
) {
  const { scheduleId: on, classId, studentId } = input
  const { classes } = await dayOf(db, center, { on, classId })
  const here = classes.flatMap(({ students }) => students).filter(({ _id }) => _id === studentId)
  const scheduled = one(here, notFound)
  const whose = { studentId }
  const span = { studentId, centerId: center, from: addDays(on, 1), until: addDays(on, daysAhead) }
  const [found, parents, breaks, tests, notes, rows] = await Promise.all([
    studentRow(db, center, studentId),
    parentsOf(db, center, whose),
    breaksFrom(db, center, { studentId, classId, on }),
    testsOf(db, center, whose),
    notesOf(db, center, whose),
    comingRows(db, [span]),
  ])
  const { programs } = one(found, notFound)
  const coming = rows.map((row) => ({
    ...row,
    off: reasonNotExpected({ ...row, told: row.noticedAt !== null }),
  }))
  return {
    ...scheduled,
    programs,
    centerId: center,
    parentName: parents[0]?.name ?? '',
    breaks: breaks.map(({ id: _id, ...days }) => ({ _id, ...days })),
    tests: tests.slice(0, latest).map(({ id: _id, date, level, test, score1, score2, name }) => {
      return { _id, date, level, test, score1, score2, name }
    }),
    notes: notes.filter(({ active }) => active).slice(0, latest),
    futureScheds: coming.map(({ type, on: date, time, classId: id, name, off }) => ({
      type,
      date,
      time,
      classId: id,
      class: name,
      off,
    })),
    scheduledAmount: amountOf(coming),
  }
}
