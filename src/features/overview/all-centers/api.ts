import { z } from 'zod'
import { csvFile, get } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { record } from '#shared/record.ts'
import { Week } from '../api.ts'

const Money = z.object({ currency: z.string(), due: z.int(), overdue: z.int() })
export type Money = z.infer<typeof Money>

/**
 * One center in the comparison; `_id` is its name. A range that extends beyond the center's current day ends
 * on that day. Figures for the range: `enrollments` and `departures` of students with a regular place, the
 * number of `marks` and of those for students who `came`, and `missingMarks` in `missingClasses` meetings.
 * Figures as of its last day: students `enrolled`, regular students' `seats` in the week starting that day,
 * students on a `waitlist`, and marks for twelve `weeks`. Figures as of now: the open tasks of the dashboard,
 * which are `oddities` that aren't snoozed, `makeUpRequests` to confirm and answers `toGrade`; and `money`,
 * null for callers who may not read the center's billing. `due` is the sum of what families owe, without
 * credits of others, and `overdue` its part for invoices past their due dates, in the currency's smallest unit.
 */
const CenterLine = record('CenterLine', {
  _id: z.string(),
  enrolled: z.int(),
  enrolledBefore: z.int(),
  enrollments: z.int(),
  departures: z.int(),
  seats: z.int(),
  maxSize: z.int(),
  marks: z.int(),
  came: z.int(),
  weeks: z.array(Week),
  waitlist: z.int(),
  missingMarks: z.int(),
  missingClasses: z.int(),
  oddities: z.int(),
  makeUpRequests: z.int(),
  toGrade: z.int(),
  money: Money.nullable(),
})
export type CenterLine = z.infer<typeof CenterLine>

const range = z.object({ from: Day, to: Day })

/** The caller's centers side by side, without archived ones. */
export const allCenters = {
  /** Returns the figures of each center, by name, for a range of days (both ends included, at most 400). */
  compare: get('/all-centers', {
    who: 'centers.compare',
    isLong: true,
    input: range,
    output: z.array(CenterLine),
  }),
  /** Exports the same figures as CSV. */
  file: csvFile('/all-centers/export', { who: 'centers.compare', input: range }),
}
