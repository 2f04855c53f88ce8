import type { Columns } from '#shared/csv.ts'
import { attendanceRate } from '../attendance-rate.ts'
import type { CenterLine } from './api.ts'

/** Columns of the exported file. */
export const fileColumns: Columns<CenterLine> = [
  ['Center', ({ _id }) => _id],
  ['Enrolled', ({ enrolled }) => enrolled],
  ['New', ({ enrollments }) => enrollments],
  ['Left', ({ departures }) => departures],
  ['Seats taken', ({ seats }) => seats],
  ['Seats', ({ maxSize }) => maxSize],
  ['Marks', ({ marks }) => marks],
  ['Came', ({ came }) => came],
  ['Attendance (%)', attendanceRate],
  ['Waitlist', ({ waitlist }) => waitlist],
  ['Missing marks', ({ missingMarks }) => missingMarks],
  ['Classes with missing marks', ({ missingClasses }) => missingClasses],
  ['To grade', ({ toGrade }) => toGrade],
]
